/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import io.tspoon.runtime.batch.Batch.Unfit;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * Elements that wait until their batch is whole; or what is known of a batch whose first elements
 * were aborted, so that the others are, too. Confined to the mailbox thread.
 */
@Internal
public final class PendingBatch {
    private static final int FIT = -1;
    private static final Unfit[] UNFIT = Unfit.values();

    private final String name;
    private List<Waiting> elements = new ArrayList<>();
    private long sinceMs;
    private int seen;
    private int size;
    private final Extent extent = new Extent();
    private @Nullable Unfit unfit;

    /** If watermarks end batches: the lowest time of an element that waits. */
    private long lowest = Long.MAX_VALUE;

    /** If watermarks end batches: of elements that were aborted before that. */
    private final AbortedTimes aborted = new AbortedTimes();

    /** What a log has of batches of this name that were aborted. */
    private final LoggedParts logged = new LoggedParts();

    /** Whether it is as the last snapshot has it. */
    private boolean stored;

    /**
     * Numbers in a snapshot, in this order. The parts that a log has follow, with why each was
     * aborted, how many elements have not come again, how many have, and the largest size that they
     * have said; then times of aborted elements, from first to last.
     */
    public enum Known {
        /** When the first element has come, in milliseconds. */
        SINCE_MS,
        /** How many elements have come before those that wait. */
        SEEN_BEFORE,
        /** The largest size that an element has said; 0 if none has. */
        SIZE,
        /** Why it is aborted: -1 it is not, 0 too large, 1 incomplete. */
        UNFIT,
        /** How many parts a log has. */
        LOGGED_PARTS
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

    /** When the first of its elements has come, or if none is here, the last of those before. */
    public long sinceMs() {
        return sinceMs;
    }

    public List<Waiting> elements() {
        return elements;
    }

    /** How many elements have come before those that are here, as far as that is certain. */
    int seenBefore() {
        return seen - elements.size();
    }

    /** The largest size that those have said, or one that is here. */
    int sizeBefore() {
        return size;
    }

    /** Why all of it is aborted; null if it is not. */
    @Nullable Unfit unfit() {
        return unfit == null ? logged.why() : unfit;
    }

    /** Whether it is as the last snapshot has it. */
    public boolean isStored() {
        return stored;
    }

    /**
     * A snapshot has it.
     *
     * @param alone whether it has nothing else under its name
     */
    public void markStored(boolean alone) {
        stored = alone;
    }

    /** How many elements have come. */
    int seen() {
        return logged.isEmpty() ? seen : seen + logged.came();
    }

    /** The largest size that an element has said; 0 if none has. */
    int size() {
        return logged.isEmpty() ? size : Math.max(size, logged.size());
    }

    boolean isEmpty() {
        return elements.isEmpty();
    }

    /** Whether there is nothing to be kept. */
    boolean isNothing() {
        return seen == 0 && unfit == null && logged.isEmpty();
    }

    /** Whether there is more here than may be in so many batches. */
    boolean exceeds(int batches, int maxElements) {
        return extent.exceeds(batches, maxElements);
    }

    void add(Waiting waiting, int sizeByElement) {
        elements.add(waiting);
        extent.add(waiting);
        lowest = Math.min(lowest, waiting.time());
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

    /** A log has these elements as a part of a batch that was aborted. They will come again. */
    void awaitLogged(Unfit why, Collection<String> keys) {
        spoil(why);
        stored = false;
        logged.add(why, keys);
    }

    /**
     * An element has come whose outcome a log knows. If it is one of a batch that was aborted, so
     * is what else comes of that.
     *
     * @return number of the part that it is of; {@link LoggedParts#NONE} if it is of none
     */
    int comesAgain(String key, int sizeByElement) {
        int part = logged.comesAgain(key, sizeByElement);
        stored &= part == LoggedParts.NONE;
        return part;
    }

    /** If all of the first part has come again, what is here comes behind it. */
    boolean putBehindFirstPart() {
        if (!logged.hasWholeFirst()) {
            return false;
        }
        logged.takeFirst(this);
        return true;
    }

    /** So many elements came before those that are here, and were aborted. */
    void before(Unfit why, int elementsBefore, int sizeBefore) {
        spoil(why);
        stored = false;
        seen += elementsBefore;
        size = Math.max(size, sizeBefore);
    }

    /** Keeps only what a log still awaits. Returns whether that was the last that it had. */
    boolean forgetLogged(Predicate<String> isAwaited) {
        boolean forgotten = logged.retain(isAwaited);
        stored &= !forgotten;
        return forgotten && !logged.awaitsAny();
    }

    /** Whether elements will come again that were aborted. */
    boolean awaitsLogged() {
        return logged.awaitsAny();
    }

    /**
     * A batch that a log has is over, so what is here is of another one.
     *
     * @param part the last that it has
     * @param largestSize that an element says that is here
     */
    void loggedIsOver(int part, int largestSize) {
        logged.isOver(part);
        isOver(largestSize);
    }

    /**
     * What came before is over, so what is here is of another batch.
     *
     * @param largestSize that an element says that is here
     */
    void isOver(int largestSize) {
        stored = false;
        seen = elements.size();
        size = largestSize;
        unfit = null;
    }

    /** Nothing is known of the next batch of this name. */
    void renew() {
        logged.renew();
        isOver(0);
    }

    // ------------------------------------------------------------------ snapshots

    /** What is known of it beside its elements, in the order of {@link Known}. */
    public long[] known() {
        long[] known = known(sinceMs, unfit);
        known[Known.SEEN_BEFORE.ordinal()] = seenBefore();
        known[Known.SIZE.ordinal()] = size;
        known[Known.LOGGED_PARTS.ordinal()] = logged.parts();
        return concatenated(known, logged.toNumbers(), aborted.toNumbers());
    }

    private static long[] concatenated(long[]... numbers) {
        return Arrays.stream(numbers).flatMapToLong(Arrays::stream).toArray();
    }

    /** The same of a batch that has nothing but elements. */
    public static long[] known(long sinceMs, @Nullable Unfit unfit) {
        long[] known = new long[Known.values().length];
        known[Known.SINCE_MS.ordinal()] = sinceMs;
        known[Known.UNFIT.ordinal()] = unfit == null ? FIT : unfit.ordinal();
        return known;
    }

    /** Keys of elements that a log has, and that have not come again. */
    public List<String> loggedUnfit() {
        return logged.keys();
    }

    /** Adds what was known before a restore. Its elements follow. */
    void restore(long[] known, Collection<String> keys) {
        seen += (int) known[Known.SEEN_BEFORE.ordinal()];
        size = Math.max(size, (int) known[Known.SIZE.ordinal()]);
        int parts = (int) known[Known.LOGGED_PARTS.ordinal()];
        int times = logged.restore(known, Known.values().length, parts, keys);
        aborted.addNumbers(known, times);
        aborted.join();
        int why = (int) known[Known.UNFIT.ordinal()];
        if (why != FIT) {
            spoil(UNFIT[why]);
        }
    }

    // ------------------------------------------------------------------ what is taken

    /** Removes and returns all elements. */
    List<Waiting> take() {
        stored = false;
        List<Waiting> taken = elements;
        elements = new ArrayList<>();
        extent.clear();
        lowest = Long.MAX_VALUE;
        return taken;
    }

    /** Removes all elements; the batches that they would have been in are aborted, too. */
    List<Waiting> takeUnfit(Unfit why) {
        spoil(why);
        elements.forEach(element -> aborted.add(element.time()));
        aborted.join();
        return take();
    }

    /** Whether a watermark changes something. */
    boolean hasUpTo(long watermark) {
        return lowest <= watermark || aborted.hasUpTo(watermark);
    }

    /** Why the batch that a watermark ends is aborted; null if it is not. */
    @Nullable Unfit unfitUpTo(long watermark) {
        return aborted.isEmpty() || aborted.hasUpTo(watermark) ? unfit : null;
    }

    /** Removes and returns the elements up to a watermark; what is left is another batch. */
    List<Waiting> takeUpTo(long watermark) {
        List<Waiting> taken = new ArrayList<>();
        List<Waiting> all = take();
        seen = 0;
        for (Waiting element : all) {
            if (element.time() <= watermark) {
                taken.add(element);
            } else {
                add(element, 0);
            }
        }
        aborted.removeUpTo(watermark);
        if (aborted.isEmpty()) {
            unfit = null;
        }
        if (!elements.isEmpty()) {
            sinceMs = elements.get(0).sinceMs();
        }
        return taken;
    }
}
