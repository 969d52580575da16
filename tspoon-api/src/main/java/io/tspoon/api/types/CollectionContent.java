/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.PriorityBlockingQueue;

/**
 * The elements of a collection, in its order.
 *
 * <table>
 * <caption>Bytes</caption>
 * <tr><td>byte</td><td>form: place in {@link Form}</td></tr>
 * <tr><td>byte</td><td>order: place in {@link SortOrder}; only of a sorted set</td></tr>
 * <tr><td>int</td><td>number of elements</td></tr>
 * <tr><td>boolean</td><td>whether there are nulls</td></tr>
 * <tr><td>elements</td><td>each behind a boolean that says whether it is null, if there are
 *     nulls</td></tr>
 * </table>
 */
final class CollectionContent implements Content<Collection<@Nullable Object>> {
    /** What a collection becomes; nothing that is declared may be lost. */
    enum Form {
        ARRAY_LIST,
        LINKED_LIST,
        ARRAY_DEQUE,
        HASH_SET,
        LINKED_HASH_SET,
        TREE_SET;

        private static final Form[] ALL = values();

        static Form of(Collection<?> value) {
            if (value instanceof List<?>) {
                return value instanceof LinkedList<?> ? LINKED_LIST : ARRAY_LIST;
            }
            if (value instanceof Set<?>) {
                return value instanceof SortedSet<?> || value instanceof EnumSet<?>
                        ? TREE_SET
                        : value.getClass() == HashSet.class ? HASH_SET : LINKED_HASH_SET;
            }
            if (value instanceof PriorityQueue<?> || value instanceof PriorityBlockingQueue<?>) {
                throw new IllegalArgumentException(
                        "[TSP-1206] Cannot write collection: the order of a queue by priority"
                                + " cannot be written, class="
                                + value.getClass().getName()
                                + ". Use a TreeSet or a sorted List.");
            }
            return value instanceof Queue<?> ? ARRAY_DEQUE : ARRAY_LIST;
        }

        @SuppressWarnings("JdkObsolete") // whoever chose a LinkedList gets one
        Collection<@Nullable Object> create(int size, SortOrder order) {
            return switch (this) {
                case ARRAY_LIST -> new ArrayList<>(size);
                case LINKED_LIST -> new LinkedList<>();
                case ARRAY_DEQUE -> new ArrayDeque<>(size);
                case HASH_SET -> new HashSet<>(capacity(size));
                case LINKED_HASH_SET -> new LinkedHashSet<>(capacity(size));
                case TREE_SET -> new TreeSet<>(order.comparator());
            };
        }
    }

    /** So that a hash table need not grow. */
    static int capacity(int size) {
        return (int) Math.min(Integer.MAX_VALUE, size * 4L / 3 + 1);
    }

    @Override
    public Collection<@Nullable Object> copy(
            Collection<@Nullable Object> from, TypeSerializer<Object>[] parts) {
        Form form = Form.of(from);
        Collection<@Nullable Object> to = form.create(from.size(), order(from));
        if (parts[0].isImmutableType()) {
            to.addAll(from);
            return to;
        }
        for (Object element : from) {
            to.add(Content.copy(element, parts[0]));
        }
        return to;
    }

    @Override
    public void write(
            Collection<@Nullable Object> value, TypeSerializer<Object>[] parts, DataOutputView out)
            throws IOException {
        Form form = Form.of(value);
        out.writeByte(form.ordinal());
        if (form == Form.TREE_SET) {
            out.writeByte(order(value).ordinal());
        }
        out.writeInt(value.size());
        boolean nulls = hasNull(value);
        out.writeBoolean(nulls);
        for (Object element : value) {
            Content.write(element, nulls, parts[0], out);
        }
    }

    @Override
    public Collection<@Nullable Object> read(TypeSerializer<Object>[] parts, DataInputView in)
            throws IOException {
        Form form = Form.ALL[in.readByte()];
        SortOrder order = form == Form.TREE_SET ? SortOrder.at(in.readByte()) : SortOrder.NATURAL;
        int size = in.readInt();
        boolean nulls = in.readBoolean();
        Collection<@Nullable Object> value = form.create(size, order);
        for (int i = 0; i < size; i++) {
            value.add(Content.read(nulls, parts[0], in));
        }
        return value;
    }

    private static boolean hasNull(Iterable<? extends @Nullable Object> elements) {
        for (Object element : elements) {
            if (element == null) {
                return true;
            }
        }
        return false;
    }

    private static SortOrder order(Collection<?> value) {
        return value instanceof SortedSet<?> sorted
                ? SortOrder.of(sorted.comparator())
                : SortOrder.NATURAL;
    }
}
