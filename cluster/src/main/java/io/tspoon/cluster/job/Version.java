/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.job;

/** The versions of the job. Each is a possible or impossible upgrade of the first. */
public enum Version {
    /** One state: balances by account number. */
    BALANCES,
    /** A second stateful operator beside it, which keeps a document for each transfer. */
    ARCHIVE,
    /** Balances by the account number in letters: another key type under the same name. */
    LETTERS,
    /** Balances by account number, which transfers change that come by the input or by calls. */
    CALLED,
    /** Beside the balances a t-graph whose keys have timers and expire, see {@link Bookings}. */
    BOOKINGS
}
