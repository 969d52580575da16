/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Says whether a run kept the promises of its durability and its isolation.
 *
 * <p>It knows the input, and nothing of the job but what came out: through a sink with exactly-once
 * guarantees, at an observer that was told each result at once, and in answers to queries.
 *
 * @param count transfers that were given to the job, numbered from 0
 * @param isolation at which a result came about: PL3 or PL4
 */
public record Oracle(
        Transfers transfers,
        long count,
        Durability durability,
        Function<Settled, IsolationLevel> isolation) {
    /** All results have the same isolation level. */
    public Oracle(Transfers transfers, long count, Durability durability, IsolationLevel all) {
        this(transfers, count, durability, result -> all);
    }

    /**
     * Judges a run that reached its end.
     *
     * @param results what the sink holds, in any order
     * @param observations what the observer saw, in the order of arrival within each epoch
     * @param readings what queries have shown
     */
    public Verdict judge(List<Settled> results, List<Observation> observations, Readings readings) {
        return judge(results, observations, readings, CallHistory.NONE);
    }

    /** The same for a job that was called, too. */
    public Verdict judge(
            List<Settled> results,
            List<Observation> observations,
            Readings readings,
            CallHistory calls) {
        Violations violations = new Violations();
        Map<Long, Settled> complete = checkComplete(results, calls, violations);
        new CallJudge(violations).judge(calls, complete);
        new SerialJudge(transfers, violations).judge(complete.values(), isolation);
        ObserverJudge observer = new ObserverJudge(durability, violations);
        observer.judge(observations, complete);
        long revoked =
                new ReadingJudge(durability, violations).judge(readings.shown(), complete.values());
        long committed = complete.values().stream().filter(Settled::committed).count();
        return new Verdict(
                committed,
                complete.size() - committed,
                observations.size(),
                observer.repeated(),
                observer.revoked(),
                new Reads(
                        readings.shown().size(),
                        revoked,
                        readings.unanswered(),
                        readings.resumed()),
                violations.count(),
                violations.first());
    }

    /**
     * Checks that the sink holds exactly one result of each transfer of the input, and at most one
     * of each that was called; returns the first of each.
     */
    private Map<Long, Settled> checkComplete(
            List<Settled> results, CallHistory calls, Violations violations) {
        Map<Long, Settled> byNumber = new TreeMap<>();
        for (Settled result : results) {
            boolean isInput = result.number() >= 0 && result.number() < count;
            if (!isInput && !calls.sent().contains(result.number())) {
                violations.add("A result in the sink has no transfer: " + result.line());
                continue;
            }
            Settled other = byNumber.putIfAbsent(result.number(), result);
            if (other != null) {
                violations.add(
                        "Two results of one transfer in the sink: "
                                + other.line()
                                + " and "
                                + result.line());
            }
        }
        for (long number = 0; number < count; number++) {
            if (!byNumber.containsKey(number)) {
                violations.add(
                        "No result in the sink for a transfer: " + transfers.numbered(number));
            }
        }
        return byNumber;
    }
}
