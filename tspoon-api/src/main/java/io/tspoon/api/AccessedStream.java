/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * The elements that an access to a state emits. With {@link #sameKey}, other states can be accessed
 * with the same key.
 *
 * @param <T> type of the elements
 * @param <K> type of the key that was accessed
 */
@PublicEvolving
public final class AccessedStream<T, K> extends TransactionalStream<T> {
    private final OperatorDraft<K> operator;

    AccessedStream(GraphBuilder builder, StreamNode<T> node, OperatorDraft<K> operator) {
        super(builder, node);
        this.operator = operator;
    }

    /**
     * Keeps the key to access another state with it, in the same operator and without a network
     * exchange, like several states in one keyed function of Flink.
     *
     * <pre>{@code
     * .keyBy(Payment::account)
     * .update(BALANCE, (balance, payment) -> balance - payment.amount(),
     *         (balance, payment) -> payment, Payment.class)
     * .sameKey()
     * .update(SPENT_TODAY, (spent, payment) -> spent + payment.amount())
     * }</pre>
     *
     * <p>Each state keeps its own name, types, initial value and constraint, appears separately in
     * results, and is queried separately. The states of one key are locked together. This stream
     * can have no other consumer.
     *
     * <p>With object reuse enabled, the elements are the very objects that the previous state
     * emitted. Do not modify them: they may be installed values.
     *
     * <p>The operator and its uid are named after its first state. Between versions of the job,
     * keep that state first and add new states after it.
     *
     * @throws io.tspoon.transaction.InvalidGraphException if another state is already accessed for
     *     these elements, if the last one is accessed in several places, if the operator has 32
     *     states, or if the t-graph is closed. Other consumers of this stream are detected when the
     *     t-graph is closed
     */
    public KeyedTransactionalStream<T, K> sameKey() {
        return new KeyedTransactionalStream<>(builder(), builder().sameKey(operator, node()));
    }

    /**
     * Says what is done when a timer of the accessed state is due. Any function that accesses the
     * state, in whatever place, sets timers with {@link io.tspoon.transaction.StateContext#timers}.
     * Each fires in a transaction of its own, exactly once. What the function emits goes on as what
     * the access emits behind which this is said.
     *
     * <pre>{@code
     * .keyBy(Order::id)
     * .apply(ORDERS, (value, order, transaction) -> {
     *     value.set(order);
     *     transaction.timers().after(Duration.ofMinutes(15), "unpaid");
     * }, Order.class)
     * .onTimer(ORDERS, String.class, (value, reason, transaction) -> value.delete())
     * }</pre>
     *
     * <p>The result of such a transaction has the entrance {@code timers}. If it aborts, its result
     * says so, and the timer is gone.
     *
     * @param spec the state that was accessed
     * @param payload class of what timers bring with them, without type parameters
     * @param function what is done
     * @return this stream, with what the function emits
     * @throws io.tspoon.transaction.InvalidGraphException if another state was accessed, if this
     *     was said before, if the t-graph was opened for a stream whose entrance has no name, or if
     *     it is closed
     */
    public <V, P> AccessedStream<T, K> onTimer(
            StateSpec<K, V> spec, Class<P> payload, TimerFunction<V, P, T> function) {
        builder().checkGiven(TimerChecks.OPERATION, "payload type", payload);
        return onTimer(spec, ValueTypes.of(payload), function);
    }

    /** Like {@link #onTimer(StateSpec, Class, TimerFunction)}, for types with parameters. */
    public <V, P> AccessedStream<T, K> onTimer(
            StateSpec<K, V> spec, TypeInformation<P> payload, TimerFunction<V, P, T> function) {
        builder().onTimer(operator, node(), spec, payload, function);
        return this;
    }
}
