/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.KeyedStates;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.timer.TimedLines;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/**
 * What the records of a stateful operator hold for a key. Chosen once, when the t-graph is built;
 * everybody else asks it, and no one looks at how many states there are. To add a shape, write
 * another implementation. Design: ADR 0032.
 *
 * <p>Immutable. The states of the operator have places: 0 is accessed for the elements that arrive,
 * each other one for what the one before it emits.
 *
 * @param <I> type of the elements that arrive
 * @param <V> type of what a record holds
 * @param <O> type of the elements that leave
 */
@Internal
public interface ValueShape<I, V, O> extends Serializable {
    /** Timestamp of what did not come from a log; below all others. */
    long NOT_RESTORED = Long.MIN_VALUE;

    /** The states of the operator, by place. */
    List<StatePlan<?, ?, ?>> states();

    /** The number of states that others see; those behind them are the engine's own. */
    default int shown() {
        return states().size();
    }

    /** What records wait for; null if for nothing. */
    default @Nullable TimedLines<V> timed() {
        return null;
    }

    // ------------------------------------------------------------------ access

    /** The modes of accesses to a record. */
    AccessModes<I> modes();

    /** Whether an access may read and write values of several states together. */
    boolean sharesKeys();

    /** Chooses by how accesses come to values. */
    <R> R ways(RecordWays<R> ways);

    /** Serializes the elements that leave. */
    TypeSerializer<O> outputSerializer();

    /** Makes what calls the functions of an instance. */
    StateCalls<I, V, O> calls(boolean objectReuse);

    // ------------------------------------------------------------------ Flink's keyed state

    /** Registers the keyed states, with names that never change. */
    StoredValues<V> open(KeyedStates keyed) throws Exception;

    /** What readers see of a record's content as the value of a state; null if there is none. */
    @Nullable Object valueOf(@Nullable V content, int place);

    // ------------------------------------------------------------------ close operator

    /**
     * Whether a written content travels as the same bytes as an element with this serializer, so
     * that an element that is the content need not be sent again.
     */
    boolean isWrittenWith(TypeSerializer<?> elements);

    /**
     * Reports what an access has written.
     *
     * @param held whether the decision has to come back
     * @param again whether the attempt wrote the key before
     * @param records the records of the operator
     * @param record the accessed one
     * @param content what the access has written: what the record is to hold, null if all of it was
     *     deleted
     */
    <K> void report(
            FragmentWriter writer,
            boolean held,
            boolean again,
            RecordSpace<K> records,
            K record,
            @Nullable V content)
            throws IOException;

    // ------------------------------------------------------------------ log

    /**
     * Lets a record take over a logged value. Calls come in any order of timestamps: the newest
     * value of each state stays.
     *
     * @param value null if it was deleted
     * @return whether the record has changed although its timestamp may not have
     */
    <K> boolean restore(
            InstalledVersions<K, V> versions,
            KeyRecord<K, V> record,
            int place,
            long timestamp,
            @Nullable Object value);

    /** Timestamp of the newest logged value of a state, or {@link #NOT_RESTORED}. */
    long restoredTimestamp(KeyRecord<?, V> record, int place);

    /** The shape for states that are accessed one after the other with the same key. */
    static ValueShape<?, ?, ?> of(List<StatePlan<?, ?, ?>> states) {
        return states.size() == 1 ? new WholeValue<>(states.get(0)) : new ManyStates<>(states);
    }
}
