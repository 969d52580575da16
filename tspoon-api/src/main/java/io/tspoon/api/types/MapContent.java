/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The entries of a map, in its order.
 *
 * <table>
 * <caption>Bytes</caption>
 * <tr><td>byte</td><td>form: place in {@link Form}</td></tr>
 * <tr><td>byte</td><td>order: place in {@link SortOrder}; only of a sorted map</td></tr>
 * <tr><td>int</td><td>number of entries</td></tr>
 * <tr><td>entries</td><td>byte: 1 if the key is null, plus 2 if the value is null; key and value,
 *     unless they are null</td></tr>
 * </table>
 */
final class MapContent implements Content<Map<@Nullable Object, @Nullable Object>> {
    private static final int NO_KEY = 1;
    private static final int NO_VALUE = 2;

    /** What a map becomes; nothing that is declared may be lost. */
    enum Form {
        HASH_MAP,
        LINKED_HASH_MAP,
        TREE_MAP;

        private static final Form[] ALL = values();

        static Form of(Map<?, ?> value) {
            if (value instanceof SortedMap<?, ?> || value instanceof EnumMap<?, ?>) {
                return TREE_MAP;
            }
            return value.getClass() == HashMap.class ? HASH_MAP : LINKED_HASH_MAP;
        }

        Map<@Nullable Object, @Nullable Object> create(int size, SortOrder order) {
            return switch (this) {
                case HASH_MAP -> new HashMap<>(CollectionContent.capacity(size));
                case LINKED_HASH_MAP -> new LinkedHashMap<>(CollectionContent.capacity(size));
                case TREE_MAP -> new TreeMap<>(order.comparator());
            };
        }
    }

    @Override
    public Map<@Nullable Object, @Nullable Object> copy(
            Map<@Nullable Object, @Nullable Object> from, TypeSerializer<Object>[] parts) {
        Map<@Nullable Object, @Nullable Object> to = Form.of(from).create(from.size(), order(from));
        if (parts[0].isImmutableType() && parts[1].isImmutableType()) {
            to.putAll(from);
            return to;
        }
        from.forEach(
                (key, value) -> to.put(Content.copy(key, parts[0]), Content.copy(value, parts[1])));
        return to;
    }

    @Override
    public void write(
            Map<@Nullable Object, @Nullable Object> value,
            TypeSerializer<Object>[] parts,
            DataOutputView out)
            throws IOException {
        Form form = Form.of(value);
        out.writeByte(form.ordinal());
        if (form == Form.TREE_MAP) {
            out.writeByte(order(value).ordinal());
        }
        out.writeInt(value.size());
        for (Map.Entry<@Nullable Object, @Nullable Object> entry : value.entrySet()) {
            Object key = entry.getKey();
            Object held = entry.getValue();
            out.writeByte((key == null ? NO_KEY : 0) | (held == null ? NO_VALUE : 0));
            if (key != null) {
                parts[0].serialize(key, out);
            }
            if (held != null) {
                parts[1].serialize(held, out);
            }
        }
    }

    @Override
    public Map<@Nullable Object, @Nullable Object> read(
            TypeSerializer<Object>[] parts, DataInputView in) throws IOException {
        Form form = Form.ALL[in.readByte()];
        SortOrder order = form == Form.TREE_MAP ? SortOrder.at(in.readByte()) : SortOrder.NATURAL;
        int size = in.readInt();
        Map<@Nullable Object, @Nullable Object> value = form.create(size, order);
        for (int i = 0; i < size; i++) {
            byte nulls = in.readByte();
            Object key = (nulls & NO_KEY) == 0 ? parts[0].deserialize(in) : null;
            value.put(key, (nulls & NO_VALUE) == 0 ? parts[1].deserialize(in) : null);
        }
        return value;
    }

    private static SortOrder order(Map<?, ?> value) {
        return value instanceof SortedMap<?, ?> sorted
                ? SortOrder.of(sorted.comparator())
                : SortOrder.NATURAL;
    }
}
