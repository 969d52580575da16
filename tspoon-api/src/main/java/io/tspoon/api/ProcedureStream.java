/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * The elements that a {@link PartitionProcedure} emits.
 *
 * @param <T> type of the elements
 */
@PublicEvolving
public final class ProcedureStream<T> extends TransactionalStream<T> {
    ProcedureStream(GraphBuilder builder, StreamNode<T> node) {
        super(builder, node);
    }

    /**
     * Says what is done when a timer of a state is due. Any function that comes to the state sets
     * timers: procedures with {@link Partition#timers}, and functions of a key with {@link
     * io.tspoon.transaction.StateContext#timers}. Each fires in a transaction of its own, exactly
     * once, which has the partition as one. What the function emits goes on as what the procedure
     * emits.
     *
     * <pre>{@code
     * .partitionBy(Booking::show)
     * .procedure((show, booking, transaction) -> {
     *     show.of(SEATS, booking.seat()).set(booking.customer());
     *     show.timers(SEATS, booking.seat()).after(Duration.ofMinutes(15), "unpaid");
     * }, String.class, SEATS, FREE)
     * .onTimer(SEATS, String.class, (show, seat, reason, transaction) -> {
     *     show.of(SEATS, seat).delete();
     *     show.of(FREE, seat.show()).set(show.of(FREE, seat.show()).get() + 1);
     * })
     * }</pre>
     *
     * <p>The result of such a transaction has the entrance {@code timers}. If it aborts, its result
     * says so, and the timer is gone.
     *
     * @param spec one of the states that the procedure was given
     * @param payload class of what timers bring with them, without type parameters
     * @param function what is done; comes to what the procedure comes to
     * @return this stream, with what the function emits
     * @throws io.tspoon.transaction.InvalidGraphException if the procedure was not given the state,
     *     if this was said before, if the t-graph was opened for a stream whose entrance has no
     *     name, or if it is closed
     */
    public <K, V, P> ProcedureStream<T> onTimer(
            StateSpec<K, V> spec, Class<P> payload, PartitionTimerFunction<K, P, T> function) {
        builder().checkGiven(TimerChecks.OPERATION, "payload type", payload);
        return onTimer(spec, ValueTypes.of(payload), function);
    }

    /**
     * Like {@link #onTimer(StateSpec, Class, PartitionTimerFunction)}, for types with parameters.
     */
    public <K, V, P> ProcedureStream<T> onTimer(
            StateSpec<K, V> spec,
            TypeInformation<P> payload,
            PartitionTimerFunction<K, P, T> function) {
        builder().onTimer(node(), spec, payload, function);
        return this;
    }
}
