/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TriggerTarget;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a function can do with its transaction, for the test of a single function: remembers what it
 * emits, and lets it abort by {@link FakeAbort}. It is also the collector of a function of {@code
 * process} or {@code flatMap}.
 *
 * <pre>{@code
 * FakeContext<Movement> transaction = new FakeContext<>();
 * Bank.check(transfer, transaction, transaction);
 * assertThat(transaction.emitted()).hasSize(2);
 * }</pre>
 *
 * @param <O> type of the elements that the function emits
 */
@PublicEvolving
public final class FakeContext<O> implements StateContext<O>, Collector<O> {
    private static final String OPERATOR = "fake";

    private final List<O> emitted = new ArrayList<>();
    private final List<Triggered> triggered = new ArrayList<>();
    private @Nullable AbortReason reason;

    /**
     * What a function has triggered.
     *
     * @param entrance name of the entrance
     * @param element that comes by it
     */
    @PublicEvolving
    public record Triggered(String entrance, Object element) {}

    /** Returns what was emitted or collected, in its order. */
    public List<O> emitted() {
        return List.copyOf(emitted);
    }

    /** Returns what was triggered, in its order. */
    public List<Triggered> triggered() {
        return List.copyOf(triggered);
    }

    /** Returns why the function has aborted first; null if it has not. */
    public @Nullable AbortReason reason() {
        return reason;
    }

    @Override
    public void emit(O element) {
        emitted.add(
                Objects.requireNonNull(
                        element,
                        "[TSP-8018] Cannot use fake: the element to emit is null. Emit nothing."));
    }

    @Override
    public void collect(O element) {
        emit(element);
    }

    @Override
    public <T> void trigger(TriggerTarget<T> entrance, T element) {
        triggered.add(
                new Triggered(
                        entrance.name(),
                        Objects.requireNonNull(
                                element,
                                "[TSP-8024] Cannot use fake: the element to trigger is null.")));
    }

    @Override
    public void abort(@Nullable String rule, @Nullable Object... details) {
        AbortReason why = AbortReasons.byUser(OPERATOR, "", rule, details);
        if (reason == null) {
            reason = why;
        }
        throw new FakeAbort(why);
    }

    /** Does nothing. */
    @Override
    public void close() {}
}
