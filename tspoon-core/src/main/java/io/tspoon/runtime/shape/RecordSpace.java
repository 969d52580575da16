/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.KeyScan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Which records a stateful operator has, and where Flink keeps what they hold. Chosen once, when
 * the t-graph is built. What a record holds is up to the {@link ValueShape}.
 *
 * <p>A state of the operator has keys; the operator has records. Immutable.
 *
 * @param <K> type of what names a record
 */
@Internal
public interface RecordSpace<K> extends Serializable {
    /**
     * The record that has what a state holds for a key.
     *
     * @param place of the state in the operator
     */
    K record(int place, Object key);

    /** The key for which a state holds what the record has; null if another state does. */
    @Nullable Object key(int place, K record);

    /** The keys for which a state holds what records have. */
    List<?> keys(int place, List<K> records);

    /** The key of Flink's keyed state, which says what instance has the record. */
    Object flinkKey(K record);

    /** Type of the keys of Flink's keyed state. */
    TypeInformation<?> flinkKeyType();

    /** Whether the hash codes of records are the same in all runs and versions of a program. */
    boolean areFixed();

    /** Type of the keys of a state. */
    TypeInformation<?> keyType(int place);

    /** Reads and writes the keys of a state. */
    TypeSerializer<?> keySerializer(int place);

    /** Copies what can change, even where objects are reused, because names are kept. */
    UnaryOperator<K> keptCopy();

    /**
     * A copy of the name as it comes from a snapshot, through bytes.
     *
     * @throws IllegalStateException if the program has another place for it now
     */
    K copy(K record, ThroughBytes copier) throws IOException;

    /**
     * Makes what selects records for the next access.
     *
     * @param values as the shape has opened them
     */
    RecordContext<K> context(AbstractStreamOperator<?> operator, StoredValues<?> values);

    /**
     * Begins a scan of the records in Flink's keyed state that hold something for a state.
     *
     * @param name of the keyed state
     * @param place of the state in the operator
     */
    KeyScan<K> scan(AbstractStreamOperator<?> operator, String name, int place);

    /** The type of the keys of a state, as the caller knows it. */
    @SuppressWarnings("unchecked") // the caller knows the state
    static <T> TypeInformation<T> keys(RecordSpace<?> records, int place) {
        return (TypeInformation<T>) records.keyType(place);
    }

    /** Writes the name of a record that is named by its key. */
    @SuppressWarnings("unchecked") // the name is a key
    static <K> TypeSerializer<K> serializer(RecordSpace<K> records, int place) {
        return (TypeSerializer<K>) records.keySerializer(place);
    }
}
