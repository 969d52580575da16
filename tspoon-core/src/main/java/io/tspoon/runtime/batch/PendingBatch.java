/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import io.tspoon.runtime.batch.Batch.Unfit;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Elements that wait until their batch is whole; or what is known of a batch whose first elements
 * were aborted, so that the others are, too. Confined to the mailbox thread.
 */
@Internal
public final class PendingBatch {
    private static final long NO_TIME = Long.MIN_VALUE;
    private static final int FIT = -1;
    private static final Unfit[] UNFIT = Unfit.values();

    private final String name;
    private List<Waiting> elements = new ArrayList<>();
    private long sinceMs;
    private int seen;
    private int size;
    private final Extent extent = new Extent();
    private @Nullable Unfit unfit;

    /** If watermarks end batches: up to this time of an element they are aborted. */
    private long unfitUpTo = NO_TIME;

    /**
     * Keys of elements of this name that a log has as those of a batch that was aborted, and that
     * have not come again.
     */
    private final Set<String> loggedUnfit = new LinkedHashSet<>();

    /** Why they were aborted. */
    private Unfit whyLogged = Unfit.TOO_LARGE;

    /** Whether it is as the last snapshot has it. */
    private boolean stored;

    /** Numbers in a snapshot, in this order. */
    public enum Known {
        /** When the first element has come, in milliseconds. */
        SINCE_MS,
        /** How many elements have come before those that wait. */
        SEEN_BEFORE,
        /** The largest size that an element has said; 0 if none has. */
        SIZE,
        /** Why it is aborted: -1 it is not, 0 too large, 1 incomplete. */
        UNFIT,
        /** If watermarks end batches: up to this time of an element they are aborted. */
        UNFIT_UP_TO,
        /** Why those were aborted that a log has, in the same way. */
        WHY_LOGGED
    }

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
    int seenBefore() {
        return seen - elements.size();
    }

    /** Why all of it is aborted; null if it is not. */
    @Nullable Unfit unfit() {
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

    /** Whether there is nothing to be kept. */
    boolean isNothing() {
        return seen == 0 && unfit == null && loggedUnfit.isEmpty();
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

    // ------------------------------------------------------------------ what a log knows

    /** A log has these elements as those of a batch that was aborted. They will come again. */
    void awaitLogged(Unfit why, Collection<String> keys) {
        spoil(why);
        stored = false;
        whyLogged = why;
        loggedUnfit.addAll(keys);
    }

    /**
     * An element has come whose outcome a log knows.
     *
     * @return whether it is one of a batch that was aborted, as is what else comes of that
     */
    boolean comesAgain(String key, int sizeByElement) {
        if (!loggedUnfit.remove(key)) {
            return false;
        }
        spoil(whyLogged);
        seen(sizeByElement);
        return true;
    }

    /** Whether elements will come again that were aborted. */
    boolean awaitsLogged() {
        return !loggedUnfit.isEmpty();
    }

    /**
     * What was logged is whole, so what is here is of another batch.
     *
     * @param largestSize that an element says that is here
     */
    void loggedIsWhole(int largestSize) {
        stored = false;
        seen = elements.size();
        size = largestSize;
        unfit = null;
    }

    /** Nothing is known of the next batch of this name. */
    void renew() {
        loggedIsWhole(0);
    }

    // ------------------------------------------------------------------ snapshots

    /** What is known of it beside its elements, in the order of {@link Known}. */
    public long[] known() {
        long[] known = known(sinceMs, unfit);
        known[Known.SEEN_BEFORE.ordinal()] = seenBefore();
        known[Known.SIZE.ordinal()] = size;
        known[Known.UNFIT_UP_TO.ordinal()] = unfitUpTo;
        known[Known.WHY_LOGGED.ordinal()] = whyLogged.ordinal();
        return known;
    }

    /** The same of a batch that has nothing but elements. */
    public static long[] known(long sinceMs, @Nullable Unfit unfit) {
        long[] known = new long[Known.values().length];
        known[Known.SINCE_MS.ordinal()] = sinceMs;
        known[Known.UNFIT.ordinal()] = unfit == null ? FIT : unfit.ordinal();
        known[Known.UNFIT_UP_TO.ordinal()] = NO_TIME;
        return known;
    }

    /** Keys of elements that a log has, and that have not come again. */
    public List<String> loggedUnfit() {
        return List.copyOf(loggedUnfit);
    }

    /** Adds what was known before a restore. Its elements follow. */
    void restore(long[] known, Collection<String> keys) {
        seen += (int) known[Known.SEEN_BEFORE.ordinal()];
        size = Math.max(size, (int) known[Known.SIZE.ordinal()]);
        unfitUpTo = Math.max(unfitUpTo, known[Known.UNFIT_UP_TO.ordinal()]);
        int why = (int) known[Known.UNFIT.ordinal()];
        if (why != FIT) {
            spoil(UNFIT[why]);
        }
        if (!keys.isEmpty()) {
            whyLogged = UNFIT[(int) known[Known.WHY_LOGGED.ordinal()]];
            loggedUnfit.addAll(keys);
        }
    }

    // ------------------------------------------------------------------ what is taken

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
