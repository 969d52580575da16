/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import io.tspoon.runtime.batch.Batch.Unfit;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Elements that wait until their batch is whole; or what is known of a batch whose first elements
 * were aborted, so that the others are, too. Confined to the mailbox thread.
 */
@Internal
public final class PendingBatch {
    private static final long NO_TIME = Long.MIN_VALUE;

    private final String name;
    private List<Waiting> elements = new ArrayList<>();
    private long sinceMs;
    private int seen;
    private int size;
    private final Extent extent = new Extent();
    private @Nullable Unfit unfit;

    /** If watermarks end batches: up to this time of an element they are aborted. */
    private long unfitUpTo = NO_TIME;

    /** Whether it is as the last snapshot has it. */
    private boolean stored;

    /**
     * An element that waits.
     *
     * @param element as the program sees it
     * @param key of the element
     * @param time of the element, or that of none
     * @param bytes how many it has
     * @param sinceMs when it has come
     */
    public record Waiting(Object element, String key, long time, int bytes, long sinceMs) {}

    PendingBatch(String name, long sinceMs) {
        this.name = name;
        this.sinceMs = sinceMs;
    }

    public String name() {
        return name;
    }

    /** When its first element has come, or the last of those that are not here any more. */
    public long sinceMs() {
        return sinceMs;
    }

    public List<Waiting> elements() {
        return elements;
    }

    /** How many elements have come before those that are here. */
    public int seenBefore() {
        return seen - elements.size();
    }

    /** Why all of it is aborted; null if it is not. */
    public @Nullable Unfit unfit() {
        return unfit;
    }

    /** Whether it is as the last snapshot has it. */
    public boolean isStored() {
        return stored;
    }

    /** A snapshot has it. */
    public void markStored() {
        stored = true;
    }

    /** How many elements have come. */
    int seen() {
        return seen;
    }

    /** The largest size that an element has said; 0 if none has. */
    int size() {
        return size;
    }

    boolean isEmpty() {
        return elements.isEmpty();
    }

    /** Whether there is more here than may be in so many batches. */
    boolean exceeds(int batches, int maxElements) {
        return extent.exceeds(batches, maxElements);
    }

    void add(Waiting waiting, int sizeByElement) {
        elements.add(waiting);
        extent.add(waiting);
        seen(sizeByElement);
    }

    /** One more element has come, which need not be here. */
    void seen(int sizeByElement) {
        stored = false;
        seen++;
        size = Math.max(size, sizeByElement);
    }

    /** All of it is aborted, for this reason unless for an earlier one. */
    void spoil(Unfit why) {
        if (unfit == null) {
            stored = false;
            unfit = why;
        }
    }

    /** Its time begins anew. */
    void since(long nowMs) {
        stored = false;
        sinceMs = nowMs;
    }

    /** What was known of it before a restore, beside its elements, which follow. */
    void restore(int before, @Nullable Unfit why) {
        seen = before;
        unfit = why;
    }

    /** Removes and returns all elements. */
    List<Waiting> take() {
        stored = false;
        List<Waiting> taken = elements;
        elements = new ArrayList<>();
        extent.clear();
        return taken;
    }

    /** Removes all elements; what comes up to their highest time is aborted, too. */
    List<Waiting> takeUnfit(Unfit why) {
        spoil(why);
        elements.forEach(element -> unfitUpTo = Math.max(unfitUpTo, element.time()));
        return take();
    }

    /** Removes and returns the elements up to a time; what is left is another batch. */
    List<Waiting> takeUpTo(long time) {
        List<Waiting> taken = new ArrayList<>();
        List<Waiting> all = take();
        seen = 0;
        for (Waiting element : all) {
            if (element.time() <= time) {
                taken.add(element);
            } else {
                add(element, 0);
            }
        }
        if (time >= unfitUpTo) {
            unfit = null;
            unfitUpTo = NO_TIME;
        }
        if (!elements.isEmpty()) {
            sinceMs = elements.get(0).sinceMs();
        }
        return taken;
    }
}
