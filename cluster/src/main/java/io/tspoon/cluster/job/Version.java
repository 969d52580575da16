/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.job;

/** Which version of the job is run; each is an upgrade, or an impossible one, of the first. */
public enum Version {
    /** One state: balances, by the number of the account. */
    BALANCES,
    /** A second stateful operator beside it, which keeps a document of each transfer. */
    ARCHIVE,
    /** Balances by the account's number in letters: another type of key under the same name. */
    LETTERS
}
