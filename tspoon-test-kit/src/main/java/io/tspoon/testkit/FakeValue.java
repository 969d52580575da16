/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.api.StateSpec;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * The value of a key, for the test of a single function. It has the initial value and the
 * constraint of its state, whose violation throws {@link FakeAbort}, and keeps the very objects
 * that it is given.
 *
 * <pre>{@code
 * FakeValue<Long> balance = FakeValue.of(BALANCE, 5L);
 * FakeContext<Receipt> transaction = new FakeContext<>();
 * Bank.pay(balance, new Payment("alice", 3), transaction);
 * assertThat(balance.value()).isEqualTo(2L);
 * assertThat(transaction.emitted()).containsExactly(new Receipt("alice", 2));
 * }</pre>
 *
 * @param <V> type of the value
 */
@PublicEvolving
public final class FakeValue<V> implements ValueAccess<V> {
    private final StateSpec<?, V> state;
    private final @Nullable V initialValue;
    private @Nullable V value;
    private boolean written;

    private FakeValue(StateSpec<?, V> state, @Nullable V initialValue, @Nullable V value) {
        this.state = state;
        this.initialValue = initialValue;
        this.value = value;
    }

    /** A key that has a value. */
    public static <V> FakeValue<V> of(StateSpec<?, V> state, V value) {
        return new FakeValue<>(state, state.initialValue(), Objects.requireNonNull(value));
    }

    /** A key that has none. */
    public static <V> FakeValue<V> none(StateSpec<?, V> state) {
        return new FakeValue<>(state, state.initialValue(), null);
    }

    /** A key that has none, in a state whose initial values depend on the key. */
    public static <K, V> FakeValue<V> none(StateSpec<K, V> state, K key) {
        return new FakeValue<>(state, state.initialValueOf(key), null);
    }

    /** Returns what the key has now; null if nothing, whatever the initial value. */
    public @Nullable V value() {
        return value;
    }

    /** Whether the value was written or deleted. */
    public boolean isWritten() {
        return written;
    }

    @Override
    public @Nullable V get() {
        return value == null ? initialValue : value;
    }

    @Override
    public boolean exists() {
        return value != null;
    }

    @Override
    public void set(V newValue) {
        if (newValue == null) {
            throw new NullPointerException(
                    "[TSP-8017] Cannot use fake: the value to write is null, state="
                            + state.name()
                            + ". Use delete to remove a value.");
        }
        if (state.constraint() != null && !state.constraint().test(newValue)) {
            throw new FakeAbort(
                    new AbortReason(
                            AbortReason.Kind.CONSTRAINT,
                            state.name(),
                            "",
                            state.constraintName(),
                            ""));
        }
        value = newValue;
        written = true;
    }

    @Override
    public void delete() {
        value = null;
        written = true;
    }
}
