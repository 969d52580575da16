/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

/**
 * What an access to a state sends on. Other states can be accessed with the same key.
 *
 * @param <T> type of the elements
 * @param <K> type of the key that was accessed
 */
public final class AccessedStream<T, K> extends TransactionalStream<T> {
    private final OperatorDraft<K> operator;

    AccessedStream(GraphBuilder<?> builder, StreamNode<T> node, OperatorDraft<K> operator) {
        super(builder, node);
        this.operator = operator;
    }

    /**
     * Keeps the key, so that another state can be accessed with it, in the same operator and
     * without the network in between: as one does in Flink with several states in one keyed
     * function.
     *
     * <pre>{@code
     * .keyBy(Payment::account)
     * .update(BALANCE, (balance, payment) -> balance - payment.amount(),
     *         (balance, payment) -> payment, Payment.class)
     * .sameKey()
     * .update(SPENT_TODAY, (spent, payment) -> spent + payment.amount())
     * }</pre>
     *
     * <p>Each state has its name, types, initial value and constraint, stands for itself in
     * results, and is read for itself by queries. The states of a key are locked together. This
     * stream can have no other consumer.
     *
     * <p>With object reuse on, what the state before emits is the very object that comes here: do
     * not change it, as it may be an installed value.
     *
     * <p>The operator is named after its first state, its uid too: keep that between versions, and
     * add states behind it.
     *
     * @throws io.tspoon.transaction.InvalidGraphException if another state is accessed already for
     *     these elements, if the operator has 32 states, or if the t-graph is closed. Another
     *     consumer of this stream is found when the t-graph is closed
     */
    public KeyedTransactionalStream<T, K> sameKey() {
        return new KeyedTransactionalStream<>(builder(), builder().sameKey(operator, node()));
    }
}
