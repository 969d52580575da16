/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import io.tspoon.runtime.batch.Batch.Unfit;
import io.tspoon.runtime.batch.PendingBatch.Waiting;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Gathers elements of one entrance until their batches are whole, and hands these on.
 *
 * <p>A batch that is too large, or that is given up, is handed on as one that is not executed. What
 * still comes of it is not executed either, for half of a batch must not be executed as if it were
 * one. That is remembered until its end comes, or until nothing more has come for as long as a
 * batch may wait.
 *
 * <p>Confined to the mailbox thread.
 */
@Internal
public final class BatchGate {
    /** The most bytes of the elements of a batch, and an element that passes it. */
    public static final long MAX_BYTES = 16 << 20;

    /**
     * The most bytes by which a log recognizes the elements of a batch, and an element that passes
     * it. They share with the key of the batch what a log has room for beside its outcome.
     */
    public static final int MAX_IDENTITY_BYTES = 640 << 10;

    /**
     * If watermarks end batches, the elements of so many may wait. It is not known where one ends.
     */
    public static final int BATCHES_WAITING = 16;

    private final int entrance;
    private final BatchRule<Object> rule;
    private final int maxElements;
    private final Consumer<Batch> ready;

    /** Those with elements by name, the one that has waited longest first. */
    private final Map<String, PendingBatch> waiting = new LinkedHashMap<>();

    /** What is known of others by name, what is known longest first. */
    private final Map<String, PendingBatch> notes = new LinkedHashMap<>();

    /**
     * @param entrance number of that by which the elements come
     * @param maxElements the most elements of a batch
     * @param ready gets the batches that wait no longer
     */
    public BatchGate(int entrance, BatchRule<Object> rule, int maxElements, Consumer<Batch> ready) {
        this.entrance = entrance;
        this.rule = rule;
        this.maxElements = maxElements;
        this.ready = ready;
    }

    /** The batches that wait, and what is known of others. */
    public List<PendingBatch> pending() {
        List<PendingBatch> all = new ArrayList<>(waiting.values());
        all.addAll(notes.values());
        return all;
    }

    /** How many elements wait. */
    public long elements() {
        long elements = 0;
        for (PendingBatch batch : waiting.values()) {
            elements += batch.elements().size();
        }
        return elements;
    }

    /** How many batches wait. */
    public int waiting() {
        return waiting.size();
    }

    /** Since when the oldest batch waits; {@link BatchRule#FOREVER} if none does. */
    public long oldestMs() {
        return sinceMs(waiting);
    }

    /** When {@link #advance} has something to do; {@link BatchRule#FOREVER} if never. */
    public long nextMs() {
        long oldest = Math.min(sinceMs(waiting), sinceMs(notes));
        return rule.maxWaitMs() == BatchRule.FOREVER || oldest == BatchRule.FOREVER
                ? BatchRule.FOREVER
                : oldest + rule.maxWaitMs();
    }

    private static long sinceMs(Map<String, PendingBatch> oldestFirst) {
        return oldestFirst.isEmpty()
                ? BatchRule.FOREVER
                : oldestFirst.values().iterator().next().sinceMs();
    }

    // ------------------------------------------------------------------ elements

    /**
     * A log has elements of a batch that was not executed. They will come again; what else comes of
     * it is not executed, either. Called before {@link #restore}, in the order in which they were
     * logged.
     */
    public void awaitLogged(String name, Unfit why, Collection<String> keys, long nowMs) {
        noteOf(name, nowMs).awaitLogged(why, keys);
    }

    /**
     * Forgets elements of batches that were not executed if a log has forgotten them, for then they
     * will not come again.
     *
     * @param isAwaited whether a log awaits an element, given its key
     */
    public void forgetLogged(Predicate<String> isAwaited) {
        waiting.values().forEach(batch -> batch.forgetLogged(isAwaited));
        notes.values().removeIf(batch -> batch.forgetLogged(isAwaited) && batch.seen() == 0);
    }

    /**
     * A batch has waited before a restore. Its elements follow, those of the oldest batch first.
     * Its time begins anew, for nothing could come of it meanwhile.
     *
     * @param known see {@link PendingBatch#known()}
     * @param loggedUnfit see {@link PendingBatch#loggedUnfit()}
     */
    public void restore(String name, long[] known, Collection<String> loggedUnfit, long nowMs) {
        PendingBatch batch = noteOf(name, nowMs);
        batch.restore(known, loggedUnfit);
        removeIfNothing(batch);
    }

    /** An element has come. */
    public void add(Waiting arrived) throws Exception {
        Object element = arrived.element();
        long nowMs = arrived.sinceMs();
        PendingBatch batch = batchOf(rule.nameOf(element), nowMs);
        batch.add(arrived, rule.sizeBy(element));
        if (rule.endsWithWatermark()) {
            boundWaiting(batch, nowMs);
        } else {
            added(batch, element, nowMs);
        }
    }

    /** Aborts all that waits if it is too much, whatever batches it would be. */
    private void boundWaiting(PendingBatch batch, long nowMs) {
        if (batch.exceeds(BATCHES_WAITING, maxElements)) {
            handOn(batch.name(), batch.takeUnfit(Unfit.TOO_LARGE), Unfit.TOO_LARGE);
            keepFrom(batch, nowMs);
        }
    }

    /**
     * An element has come whose outcome a log knows, so it is not executed. If its batch was, a log
     * knows all of that. If its batch was aborted, more may come of it.
     */
    public void addKnown(Object element, String key, long nowMs) throws Exception {
        PendingBatch batch = known(rule.nameOf(element));
        int part = batch == null ? LoggedParts.NONE : batch.comesAgain(key, rule.sizeBy(element));
        if (batch == null || part == LoggedParts.NONE) {
            return;
        }
        if (batch.isEmpty()) {
            keepFrom(batch, nowMs);
        }
        if (rule.isWhole(element, 0, batch.size())) { // as it says itself
            batch.loggedIsOver(part, largestSize(batch));
        } else {
            endCounted(batch, element, nowMs);
        }
        removeIfNothing(batch);
    }

    /** If elements are counted, a known one may end what a log has, or what is here. */
    private void endCounted(PendingBatch batch, Object known, long nowMs) throws Exception {
        while (batch.putBehindFirstPart()) {
            if (rule.isWhole(known, batch.seenBefore(), batch.sizeBefore())) {
                batch.isOver(largestSize(batch));
            }
        }
        if (!batch.isEmpty() && rule.isWhole(known, batch.seen(), batch.size())) {
            end(batch, nowMs);
        }
    }

    private int largestSize(PendingBatch batch) throws Exception {
        int largest = 0;
        for (Waiting each : batch.elements()) {
            largest = Math.max(largest, rule.sizeBy(each.element()));
        }
        return largest;
    }

    private @Nullable PendingBatch known(String name) {
        PendingBatch batch = waiting.get(name);
        return batch == null ? notes.get(name) : batch;
    }

    /** The batch with this name, to which an element is added. */
    private PendingBatch batchOf(String name, long nowMs) {
        PendingBatch batch = waiting.get(name);
        if (batch == null) {
            batch = noteOf(name, nowMs);
            notes.remove(name);
            batch.since(nowMs);
            waiting.put(name, batch);
        }
        return batch;
    }

    private PendingBatch noteOf(String name, long nowMs) {
        PendingBatch batch = known(name);
        if (batch == null) {
            batch = new PendingBatch(name, nowMs);
            notes.put(name, batch);
        }
        return batch;
    }

    private void removeIfNothing(PendingBatch batch) {
        if (batch.isNothing()) {
            remove(batch);
        }
    }

    private void remove(PendingBatch batch) {
        waiting.remove(batch.name());
        notes.remove(batch.name());
    }

    private void added(PendingBatch batch, Object element, long nowMs) throws Exception {
        boolean tooMany = Math.max(batch.seen(), batch.size()) > maxElements;
        if (tooMany || batch.exceeds(1, maxElements)) {
            batch.spoil(Unfit.TOO_LARGE);
        }
        if (rule.isWhole(element, batch.seen(), batch.size())) {
            end(batch, nowMs);
        } else if (batch.unfit() != null && batch.exceeds(1, maxElements)) {
            abortPart(batch, nowMs);
        }
    }

    // ------------------------------------------------------------------ what ends batches

    /** Event time has come so far. */
    public void reached(long watermark) {
        if (!rule.endsWithWatermark()) {
            return;
        }
        for (PendingBatch batch : pending()) {
            if (batch.hasUpTo(watermark)) {
                reached(watermark, batch);
            }
        }
    }

    private void reached(long watermark, PendingBatch batch) {
        Unfit unfit = batch.unfitUpTo(watermark);
        List<Waiting> taken = batch.takeUpTo(watermark);
        handOn(batch.name(), taken, unfit == null && isTooLarge(taken) ? Unfit.TOO_LARGE : unfit);
        if (batch.isEmpty()) {
            keepFrom(batch, batch.sinceMs());
            removeIfNothing(batch);
        }
    }

    private boolean isTooLarge(List<Waiting> elements) {
        Extent extent = new Extent();
        elements.forEach(extent::add);
        return extent.exceeds(1, maxElements);
    }

    /** Time has come so far: nothing waits for longer than it may. */
    public void advance(long nowMs) {
        while (isOver(waiting, nowMs)) {
            PendingBatch batch = waiting.values().iterator().next();
            if (rule.mayBeShort()) {
                end(batch, nowMs);
            } else {
                batch.spoil(Unfit.INCOMPLETE);
                abortPart(batch, nowMs);
            }
        }
        while (isOver(notes, nowMs)) {
            PendingBatch batch = notes.values().iterator().next();
            if (batch.awaitsLogged()) {
                keepFrom(batch, nowMs);
            } else {
                remove(batch);
            }
        }
    }

    private boolean isOver(Map<String, PendingBatch> oldestFirst, long nowMs) {
        return !oldestFirst.isEmpty() && nowMs - sinceMs(oldestFirst) >= rule.maxWaitMs();
    }

    /** The input ends, so nothing waits any more. */
    public void end() {
        reached(Long.MAX_VALUE);
        for (PendingBatch batch : pending()) {
            if (!rule.mayBeShort()) {
                batch.spoil(Unfit.INCOMPLETE);
            }
            end(batch, batch.sinceMs());
        }
    }

    private void end(PendingBatch batch, long nowMs) {
        handOnAll(batch);
        batch.renew();
        if (batch.awaitsLogged()) {
            keepFrom(batch, nowMs);
        } else {
            remove(batch);
        }
    }

    /** Hands on what has come of a batch that is aborted, and remembers that it is. */
    private void abortPart(PendingBatch batch, long nowMs) {
        handOnAll(batch);
        keepFrom(batch, nowMs);
    }

    private void handOnAll(PendingBatch batch) {
        handOn(batch.name(), batch.take(), batch.unfit());
    }

    /** What is known of a batch without elements is kept anew, behind what is known longer. */
    private void keepFrom(PendingBatch batch, long nowMs) {
        remove(batch);
        batch.since(nowMs);
        notes.put(batch.name(), batch);
    }

    /** One that is not executed is handed on in parts, for each of which a log has room. */
    private void handOn(String name, List<Waiting> waited, @Nullable Unfit unfit) {
        if (unfit == null) {
            handOnPart(name, waited, null);
            return;
        }
        List<Waiting> part = new ArrayList<>();
        Extent extent = new Extent();
        for (Waiting each : waited) {
            part.add(each);
            extent.add(each);
            if (extent.exceeds(1, maxElements)) {
                handOnPart(name, part, unfit);
                part = new ArrayList<>();
                extent.clear();
            }
        }
        handOnPart(name, part, unfit);
    }

    private void handOnPart(String name, List<Waiting> waited, @Nullable Unfit unfit) {
        if (waited.isEmpty()) {
            return;
        }
        List<Object> elements = new ArrayList<>(waited.size());
        List<String> keys = new ArrayList<>(waited.size());
        long time = waited.get(0).time();
        for (Waiting each : waited) {
            elements.add(each.element());
            keys.add(each.key());
            time = Math.max(time, each.time());
        }
        String key = name.isEmpty() ? keys.get(0) : name;
        ready.accept(new Batch(entrance, key, elements, keys, time, unfit));
    }
}
