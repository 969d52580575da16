/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.call;

import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Row;
import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * What one transaction from outside expects and does of one key. It travels as a row, for which
 * Flink has a serializer.
 *
 * @param key the key
 * @param expectation position of what is expected in the request; {@link #NONE} if nothing is
 * @param expected the value that it must have; null if it must have none
 * @param writes whether its value is written or deleted
 * @param written its new value; null if it is deleted
 * @param <K> type of the keys
 * @param <V> type of the values
 */
@Internal
public record KeyChange<K, V>(
        K key, int expectation, @Nullable V expected, boolean writes, @Nullable V written) {
    /** Nothing is expected. */
    public static final int NONE = -1;

    /** Nothing is expected, and nothing done. */
    public static <K, V> KeyChange<K, V> of(K key) {
        return new KeyChange<>(key, NONE, null, false, null);
    }

    /** Expects a value as well. */
    public KeyChange<K, V> expecting(int position, @Nullable V value) {
        return new KeyChange<>(key, position, value, writes, written);
    }

    /** Writes a value as well; null deletes it. */
    public KeyChange<K, V> writing(@Nullable V value) {
        return new KeyChange<>(key, expectation, expected, true, value);
    }

    /** Whether something is expected. */
    public boolean expects() {
        return expectation != NONE;
    }

    /** What has to be done with the value. */
    public AccessMode mode() {
        if (!writes) {
            return AccessMode.READ;
        }
        return expects() ? AccessMode.UPDATE : AccessMode.WRITE;
    }

    /** The row that stands for it. */
    public Row toRow() {
        return Row.of(key, expectation, expected, writes, written);
    }

    /** What a row stands for. */
    @SuppressWarnings("unchecked") // only rows of its own type come here
    public static <K, V> KeyChange<K, V> of(Row row) {
        return new KeyChange<>(
                (K) Objects.requireNonNull(row.getField(0)),
                (Integer) Objects.requireNonNull(row.getField(1)),
                (V) row.getField(2),
                (Boolean) Objects.requireNonNull(row.getField(3)),
                (V) row.getField(4));
    }

    /** Type of the rows. */
    public static TypeInformation<Row> type(TypeInformation<?> keys, TypeInformation<?> values) {
        return Types.ROW_NAMED(
                new String[] {"key", "expectation", "expected", "writes", "written"},
                keys,
                Types.INT,
                values,
                Types.BOOLEAN,
                values);
    }
}
