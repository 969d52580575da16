/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

/**
 * What it cost to go on from a savepoint and the log that was written since.
 *
 * @param transactions that the log held, all of which were repeated
 * @param accounts keys of state in the savepoint, at most
 * @param logBytes size of the records
 * @param recoveryMs what the slowest coordinator took to read the log and to send on what is in it
 * @param firstNewMs from the beginning of that to the first result of a transaction that the log
 *     does not hold; the source has given the logged ones again by then
 */
public record Recovery(
        long transactions, int accounts, long logBytes, double recoveryMs, double firstNewMs) {
    public double perSecond() {
        return transactions * 1e3 / recoveryMs;
    }
}
