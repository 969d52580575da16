/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.examples.cli.Outcomes;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What answers come to, in any order: of the t-graph, or of the serial program. Two that are equal
 * are of the same answers, as far as 64 bits of each can tell.
 */
final class RoadTotals {
    static final String TOLLS = "tolls";
    static final String CENTS = "toll cents";
    static final String ALERTS = "alerts";
    static final String BALANCES = "balances";
    static final String EXPENDITURES = "expenditures";

    private static final String DIGEST = "digest of answers";
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long FNV_BASIS = 0xcbf29ce484222325L;

    private final Map<String, Long> totals = new LinkedHashMap<>();

    RoadTotals() {
        for (String name : new String[] {TOLLS, CENTS, ALERTS, BALANCES, EXPENDITURES, DIGEST}) {
            totals.put(name, 0L);
        }
    }

    /** Those that a job has counted. */
    static RoadTotals of(Map<String, Object> counts) {
        RoadTotals found = new RoadTotals();
        found.totals.replaceAll((name, none) -> Outcomes.count(counts, name));
        return found;
    }

    /**
     * Adds what came of a message.
     *
     * @param answer null for nothing
     */
    void add(String key, @Nullable Answer answer) {
        if (answer == null) {
            return;
        }
        Toll toll = answer.toll();
        if (toll != null) {
            count(TOLLS, 1);
            count(CENTS, toll.cents());
        }
        count(ALERTS, answer.alert() == null ? 0 : 1);
        count(BALANCES, answer.balance() == null ? 0 : 1);
        count(EXPENDITURES, answer.expenditure() == null ? 0 : 1);
        count(DIGEST, digest(key + answer));
    }

    long get(String name) {
        return totals.getOrDefault(name, 0L);
    }

    /** All totals, by the name of their accumulator. */
    Map<String, Long> all() {
        return totals;
    }

    private void count(String name, long more) {
        totals.merge(name, more, Long::sum);
    }

    private static long digest(String text) {
        long digest = FNV_BASIS;
        for (byte part : text.getBytes(StandardCharsets.UTF_8)) {
            digest = (digest ^ part) * FNV_PRIME;
        }
        return digest;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RoadTotals that && totals.equals(that.totals);
    }

    @Override
    public int hashCode() {
        return totals.hashCode();
    }

    @Override
    public String toString() {
        return totals.toString();
    }
}
