/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import io.tspoon.runtime.batch.Batch.Unfit;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What a log has of the batches of one name that were aborted: parts, each of which is a record, in
 * the order in which they were aborted. Their elements come again, those of several subtasks in any
 * order. A part belongs to one batch, a batch has one part or several in a row. So where one batch
 * ends, all parts up to there are over, and none behind it is. Confined to the mailbox thread.
 */
final class LoggedParts {
    /** Instead of the number of a part. */
    static final int NONE = Integer.MIN_VALUE;

    /** Of a part in a snapshot: why, how many keys, how many have come, and the largest size. */
    private static final int NUMBERS = 4;

    private static final class Part {
        final Unfit why;

        /** Keys of elements that have not come again. */
        final Set<String> awaited = new LinkedHashSet<>();

        int came;
        int size;

        Part(Unfit why) {
            this.why = why;
        }

        boolean isNothing() {
            return awaited.isEmpty() && came == 0;
        }
    }

    /** In their order; those from a snapshot are older than what a log has since. */
    private final TreeMap<Integer, Part> parts = new TreeMap<>();

    private final Map<String, Integer> numbers = new HashMap<>();
    private int nextRestored = NONE + 1;
    private int next;

    /** A part behind the others. */
    void add(Unfit why, Collection<String> keys) {
        add(next++, why, keys);
    }

    private Part add(int number, Unfit why, Collection<String> keys) {
        Part part = new Part(why);
        for (String key : keys) {
            if (numbers.putIfAbsent(key, number) == null) {
                part.awaited.add(key);
            }
        }
        parts.put(number, part);
        return part;
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Whether elements will come again. */
    boolean awaitsAny() {
        return !numbers.isEmpty();
    }

    /** How many elements have come again. */
    int came() {
        int came = 0;
        for (Part part : parts.values()) {
            came += part.came;
        }
        return came;
    }

    /** The largest size that they have said; 0 if none has. */
    int size() {
        int size = 0;
        for (Part part : parts.values()) {
            size = Math.max(size, part.size);
        }
        return size;
    }

    /** Why the first were aborted that have come again; null if none has. */
    @Nullable Unfit why() {
        for (Part part : parts.values()) {
            if (part.came > 0) {
                return part.why;
            }
        }
        return null;
    }

    /** An element has come again. Returns the number of its part; {@link #NONE} if it has none. */
    int comesAgain(String key, int sizeByElement) {
        Integer number = numbers.remove(key);
        if (number == null) {
            return NONE;
        }
        Part part = Objects.requireNonNull(parts.get(number));
        part.awaited.remove(key);
        part.came++;
        part.size = Math.max(part.size, sizeByElement);
        return number;
    }

    /** The batch is over that has this part, and so are those before it. */
    void isOver(int number) {
        while (!parts.isEmpty() && parts.firstKey() <= number) {
            numbers.keySet().removeAll(removeFirst().awaited);
        }
    }

    private Part removeFirst() {
        return Objects.requireNonNull(parts.pollFirstEntry()).getValue();
    }

    /** Whether all of the first part has come again. */
    boolean hasWholeFirst() {
        return !parts.isEmpty() && parts.values().iterator().next().awaited.isEmpty();
    }

    /** Removes the first part, and tells what is known of it. */
    void takeFirst(PendingBatch batch) {
        Part first = removeFirst();
        batch.before(first.why, first.came, first.size);
    }

    /** Nothing more is known of those that have come. */
    void renew() {
        parts.values()
                .forEach(
                        part -> {
                            part.came = 0;
                            part.size = 0;
                        });
        parts.values().removeIf(Part::isNothing);
    }

    /** Keeps only what a log still awaits. Returns whether something was forgotten. */
    boolean retain(Predicate<String> isAwaited) {
        boolean forgotten = numbers.keySet().removeIf(key -> !isAwaited.test(key));
        if (forgotten) {
            parts.values().forEach(part -> part.awaited.retainAll(numbers.keySet()));
            parts.values().removeIf(Part::isNothing);
        }
        return forgotten;
    }

    // ------------------------------------------------------------------ snapshots

    /** The keys of elements that have not come again, by part. */
    List<String> keys() {
        List<String> keys = new ArrayList<>(numbers.size());
        parts.values().forEach(part -> keys.addAll(part.awaited));
        return keys;
    }

    int parts() {
        return parts.size();
    }

    /** What is known of the parts beside the keys. */
    long[] toNumbers() {
        long[] known = new long[NUMBERS * parts.size()];
        int at = 0;
        for (Part part : parts.values()) {
            known[at++] = part.why.ordinal();
            known[at++] = part.awaited.size();
            known[at++] = part.came;
            known[at++] = part.size;
        }
        return known;
    }

    /**
     * Adds parts from a snapshot.
     *
     * @param at where their numbers begin
     * @return where they end
     */
    int restore(long[] known, int at, int count, Collection<String> keys) {
        List<String> all = List.copyOf(keys);
        int from = 0;
        for (int i = 0; i < count; i++) {
            int to = from + (int) known[at + 1];
            Part part = add(nextRestored++, Unfit.values()[(int) known[at]], all.subList(from, to));
            part.came = (int) known[at + 2];
            part.size = (int) known[at + 3];
            from = to;
            at += NUMBERS;
        }
        return at;
    }
}
