/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.PartitionValues;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.ValueAccess;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The window of a key: one record of its partition says what is in it, and each element is another,
 * in its slot. So whatever is done for records is done for windows, too: versions, snapshots, what
 * an abort undoes, what the log holds. Design: ADR 0041.
 *
 * <p>An operation loads the first record, changes the fields here and elements in their slots, and
 * stores the record again. What happens when is up to the {@link WindowKind}.
 */
final class WindowView<K, E, A> implements WindowAccess<E, A> {
    private final WindowSpec<K, E, A> spec;
    private final K key;
    private final PartitionValues values;
    private final int slotsPlace;
    private final ValueAccess<WindowContent<A>> content;
    private final LateElements late;

    // ---- the content as of the current operation
    private int size;
    private @Nullable A aggregate;
    private int staged;
    private long end;
    private long first;
    private long kept;

    // ---- the slot that was last looked for: an element that leaves makes room for the next one
    private long lastSlot = -1;
    private @Nullable ValueAccess<E> lastElement;

    /**
     * @param contentsPlace of the state {@link WindowSpec#contents}
     * @param slotsPlace of the state {@link WindowSpec#slots}
     */
    WindowView(
            WindowSpec<K, E, A> spec,
            K key,
            PartitionValues values,
            int contentsPlace,
            int slotsPlace,
            LateElements late) {
        this.spec = spec;
        this.key = key;
        this.values = values;
        this.slotsPlace = slotsPlace;
        this.content = values.value(contentsPlace, key);
        this.late = late;
    }

    // ------------------------------------------------------------------ user's view

    @Override
    public boolean add(E element) {
        if (element == null) {
            throw new NullPointerException(
                    "[TSP-1310] Cannot add to window: the element is null, window="
                            + name()
                            + ", key="
                            + key
                            + ". Add nothing, or an element that stands for nothing.");
        }
        load();
        if (!spec.kind().add(this, element)) {
            late.count();
            return false;
        }
        store();
        return true;
    }

    @Override
    public void advanceTo(long timestamp) {
        load();
        long before = end;
        spec.kind().advance(this, timestamp);
        if (end != before) {
            store();
        }
    }

    @Override
    public int size() {
        load();
        return size;
    }

    @Override
    public A aggregate() {
        load();
        if (aggregate == null) {
            throw new IllegalStateException(
                    "[TSP-1313] Cannot read aggregate of window: it has none, window="
                            + name()
                            + ", key="
                            + key
                            + ". Describe one with aggregate of its WindowSpec.");
        }
        return aggregate;
    }

    @Override
    public List<E> elements() {
        load();
        List<E> elements = new ArrayList<>(size);
        for (long number = first; number < first + size; number++) {
            elements.add(element(number));
        }
        return elements;
    }

    // ------------------------------------------------------------------ content

    private void load() {
        WindowContent<A> stored = content.get();
        if (stored == null) {
            size = 0;
            aggregate = spec.aggregation().ofNothing();
            staged = 0;
            end = 0;
            first = 0;
            kept = 0;
            return;
        }
        if (stored.slots() != spec.kind().slots()) {
            throw new IllegalStateException(
                    "[TSP-1314] Cannot use window: it was filled with another size or slide,"
                            + " window="
                            + name()
                            + ", key="
                            + key
                            + ", slots="
                            + spec.kind().slots()
                            + ", before="
                            + stored.slots()
                            + ". Describe it as before, or give the new one another name.");
        }
        size = stored.size();
        aggregate = stored.aggregate();
        staged = stored.staged();
        end = stored.end();
        first = stored.first();
        kept = stored.kept();
    }

    private void store() {
        content.set(
                new WindowContent<>(
                        size, aggregate, staged, end, first, kept, spec.kind().slots()));
    }

    // ------------------------------------------------------------------ for the kind of window

    String name() {
        return spec.name();
    }

    /** Number of elements in the window. */
    int filled() {
        return size;
    }

    int staged() {
        return staged;
    }

    long end() {
        return end;
    }

    void endAt(long newEnd) {
        end = newEnd;
    }

    /** The element that was added last; null if there is none in the window, and none waits. */
    @Nullable E newest() {
        return size + staged == 0 ? null : element(first + size + staged - 1);
    }

    /** The oldest element in the window, which has one. */
    E oldest() {
        return element(first);
    }

    /** Lets an element wait for its slide. */
    void stage(E element) {
        slot(first + size + staged).set(element);
        staged++;
    }

    /** Lets an element in behind all others, while none waits. */
    void takeIn(E element) {
        slot(first + size).set(element);
        size++;
        if (!spec.aggregation().isNone()) {
            aggregate = spec.aggregation().plus(aggregate, element);
        }
    }

    /** Lets the elements in that wait. */
    void takeIn() {
        if (!spec.aggregation().isNone()) {
            long next = first + size;
            for (long number = next; number < next + staged; number++) {
                aggregate = spec.aggregation().plus(aggregate, element(number));
            }
        }
        size += staged;
        staged = 0;
    }

    /** Lets the oldest elements out. */
    void dropOldest(int count) {
        for (int i = 0; i < count; i++) {
            if (!spec.aggregation().isNone()) {
                aggregate = spec.aggregation().minus(aggregate, element(first));
            }
            first++;
            size--;
        }
        if (count > 0 && size == 0) {
            aggregate = spec.aggregation().ofNothing(); // without what rounding has left
        }
    }

    /** Lets all elements out, and those that wait. */
    void dropAll() {
        first += size + staged;
        size = 0;
        staged = 0;
        aggregate = spec.aggregation().ofNothing();
    }

    /** Deletes the oldest elements that are out and still stored. */
    void free(int count) {
        for (int i = 0; i < count && kept < first; i++) {
            slot(kept).delete();
            kept++;
        }
    }

    /** Aborts the transaction, with the window as the place; does not return. */
    void abort(String rule, Object... details) {
        ((TransactionContext) content).abort(rule, details); // what functions get is both
    }

    private E element(long number) {
        return Objects.requireNonNull(slot(number).get());
    }

    private ValueAccess<E> slot(long number) {
        int slots = spec.kind().slots();
        long slot = slots == 0 ? number : number % slots;
        ValueAccess<E> element = slot == lastSlot ? lastElement : null;
        if (element == null) {
            element = values.value(slotsPlace, new WindowSlot<>(key, slot));
            lastSlot = slot;
            lastElement = element;
        }
        return element;
    }
}
