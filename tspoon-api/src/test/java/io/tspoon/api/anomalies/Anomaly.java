/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.anomalies;

import io.tspoon.transaction.IsolationLevel;

/**
 * What can go wrong between transactions, in the words of Adya, Liskov, O'Neil (ICDE 2000), Bailis
 * et al. (VLDB 2014) for OTV, and Berenson et al. (SIGMOD 1995) for P4.
 */
enum Anomaly {
    G0(
            IsolationLevel.PL1,
            "dirty write",
            "T1 and T2 write x and y; x ends with T1's value, y with T2's"),
    G1A(IsolationLevel.PL2, "aborted read", "T1 writes x and aborts; T2 has read that value"),
    G1B(IsolationLevel.PL2, "intermediate read", "T1 writes x twice; T2 has read the first value"),
    G1C(
            IsolationLevel.PL2,
            "circular information flow",
            "T1 writes x and reads y, T2 writes y and reads x; each has read what the other wrote"),
    OTV(
            IsolationLevel.PL3,
            "observed transaction vanishes",
            "T1 writes x and y; T2 reads x from T1, and later y from before T1"),
    P4(IsolationLevel.PL3, "lost update", "T1 and T2 add 1 to x, both commit, and x is 1"),
    G_SINGLE(
            IsolationLevel.PL3,
            "read skew",
            "T1 writes x and y; T2 has read one of them from before T1, the other one from T1"),
    G2_ITEM(
            IsolationLevel.PL3,
            "write skew",
            "T1 reads y and writes x, T2 reads x and writes y; neither has seen what the other"
                    + " wrote"),
    OUT_OF_ORDER(
            IsolationLevel.PL4,
            "out of entry order",
            "T1 enters before T2, both write x and y, and both end with T1's value");

    private final IsolationLevel forbiddenFrom;
    private final String meaning;
    private final String schedule;

    Anomaly(IsolationLevel forbiddenFrom, String meaning, String schedule) {
        this.forbiddenFrom = forbiddenFrom;
        this.meaning = meaning;
        this.schedule = schedule;
    }

    boolean isForbiddenAt(IsolationLevel level) {
        return level.compareTo(forbiddenFrom) >= 0;
    }

    /** As the literature calls it. */
    String label() {
        return switch (this) {
            case G1A -> "G1a";
            case G1B -> "G1b";
            case G1C -> "G1c";
            case G_SINGLE -> "G-single";
            case G2_ITEM -> "G2-item";
            case OUT_OF_ORDER -> "";
            default -> name();
        };
    }

    String meaning() {
        return meaning;
    }

    String schedule() {
        return schedule;
    }
}
