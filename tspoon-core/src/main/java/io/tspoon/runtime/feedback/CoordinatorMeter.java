/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.read.AbortCount;
import io.tspoon.read.RetainedOutcome;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What has become of a coordinator's transactions: how many have ended how, why they were aborted,
 * and the last ones. Written by the close operator's thread only, read by any thread.
 */
@Internal
public final class CoordinatorMeter {
    /** The last committed ones are kept, and as many of the aborted ones. */
    private static final int LAST = 10;

    /** Of this many rules aborts are counted; those of further ones together. */
    private static final int MAX_RULES = 100;

    /** Texts are cut, so that all of it stays small. */
    private static final int MAX_CHARS = 200;

    private static final String CUT = "...";

    /** Stands for rules beyond the highest number, and for aborts without a reason. */
    private static final String OTHERS = "";

    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong aborts = new AtomicLong();
    private final Map<Cause, AtomicLong> causes = new ConcurrentHashMap<>();
    private final LastOutcomes committed = new LastOutcomes();
    private final LastOutcomes aborted = new LastOutcomes();

    private record Cause(AbortReason.Kind kind, String operator, String rule) {}

    /** Transactions have ended: so many are committed, and so many aborted. */
    public void ended(int committed, int aborted) {
        commits.lazySet(commits.getPlain() + committed);
        aborts.lazySet(aborts.getPlain() + aborted);
    }

    /**
     * The result of an aborted transaction leaves.
     *
     * @param key by which it may be shown
     */
    public void aborted(TransactionResult<?> result, String key) {
        aborted.add(result, key);
        if (!result.reasons().isEmpty()) {
            AbortReason first = shortened(result.reasons().get(0));
            AtomicLong count = causes.get(cause(first, first.rule()));
            if (count == null) {
                String rule = causes.size() < MAX_RULES ? first.rule() : OTHERS;
                count = causes.computeIfAbsent(cause(first, rule), added -> new AtomicLong());
            }
            count.lazySet(count.getPlain() + 1);
        }
    }

    private static AbortReason shortened(AbortReason reason) {
        return new AbortReason(
                reason.kind(),
                shortened(reason.operator()),
                shortened(reason.key()),
                shortened(reason.rule()),
                shortened(reason.detail()));
    }

    private static String shortened(String text) {
        return text.length() <= MAX_CHARS
                ? text
                : text.substring(0, MAX_CHARS - CUT.length()) + CUT;
    }

    private static Cause cause(AbortReason reason, String rule) {
        return new Cause(reason.kind(), reason.operator(), rule);
    }

    /** As {@link #aborted}, of a committed one; need not be told of each. */
    public void committed(TransactionResult<?> result, String key) {
        committed.add(result, key);
    }

    public long commits() {
        return commits.get();
    }

    public long aborts() {
        return aborts.get();
    }

    /** How many transactions were aborted for which first reason, most frequent first. */
    public List<AbortCount> causes() {
        List<AbortCount> counts = new ArrayList<>();
        causes.forEach(
                (cause, count) ->
                        counts.add(
                                new AbortCount(
                                        cause.kind(),
                                        cause.operator(),
                                        cause.rule(),
                                        count.get())));
        counts.sort(AbortCount.MOST_FREQUENT_FIRST);
        return counts;
    }

    /**
     * Some of the last transactions, committed and aborted ones, latest first. Each has its first
     * reason only, and long texts are cut.
     */
    public List<RetainedOutcome> last() {
        List<RetainedOutcome> all = new ArrayList<>();
        committed.addTo(all);
        aborted.addTo(all);
        all.sort(RetainedOutcome.LATEST_FIRST);
        return all;
    }

    /** The last outcomes that one thread has added. */
    private static final class LastOutcomes {
        private final AtomicReferenceArray<RetainedOutcome> ring = new AtomicReferenceArray<>(LAST);
        private int next;

        void add(TransactionResult<?> result, String key) {
            List<AbortReason> reasons = result.reasons();
            ring.setRelease(
                    next,
                    new RetainedOutcome(
                            result.entrance(),
                            shortened(key),
                            result.id().value(),
                            result.timestamp().value(),
                            result.outcome(),
                            result.attempts(),
                            reasons.isEmpty() ? reasons : List.of(shortened(reasons.get(0)))));
            next = (next + 1) % LAST;
        }

        void addTo(List<RetainedOutcome> all) {
            for (int i = 0; i < LAST; i++) {
                RetainedOutcome outcome = ring.getAcquire(i);
                if (outcome != null) {
                    all.add(outcome);
                }
            }
        }
    }
}
