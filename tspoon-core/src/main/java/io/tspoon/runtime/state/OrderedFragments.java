/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.order.Arrivals;
import io.tspoon.runtime.state.access.FragmentProcessor;
import io.tspoon.runtime.state.access.StateAccess;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.runtime.transport.AttemptsToParticipant;

import java.util.PriorityQueue;

/** Hands fragments on in timestamp order, as far as everything has arrived; serves PL4. */
final class OrderedFragments<I, K, V, O> extends AttemptIntake<I, K, V, O> {
    private final MergedFragments<I> merged;
    private final boolean sendsOn;
    private final Progress progress;
    private final FragmentProcessor<I, K, V, O> processor;
    private final FragmentTaker<I> taker;

    /**
     * Accesses that wait for the decisions of others, and, until the next promise, those granted
     * meanwhile.
     */
    private final PriorityQueue<StateAccess<I, K, V, O>> waiting;

    private long promise = Timestamps.NONE;

    /**
     * @param order says how far everything has arrived
     * @param waiting receives the accesses that wait for decisions, by timestamp
     */
    OrderedFragments(
            StateParts<I, K, V, O> parts,
            Arrivals order,
            PriorityQueue<StateAccess<I, K, V, O>> waiting,
            FragmentProcessor<I, K, V, O> processor,
            Attempts<I, K, V, O> attempts) {
        super(attempts, parts.plan().inputSerializer(), processor);
        this.merged = new MergedFragments<>(parts, order);
        this.sendsOn = parts.plan().sendsOn();
        this.progress = parts.progress();
        this.waiting = waiting;
        this.processor = processor;
        this.taker = processor::add;
    }

    @Override
    public void ended(int coordinator) {
        merged.ended(coordinator);
    }

    @Override
    public void arrived(AttemptsToParticipant block) throws Exception {
        merged.add(block);
        merged.handOn(taker);
        processor.process();
        merged.blockProcessed();
        if (sendsOn) {
            promise = nextPromise();
            // A coordinator that joins must stay above what others were promised.
            progress.seen(promise);
        }
    }

    @Override
    public void release(AttemptsToParticipant block) {
        merged.release(block);
    }

    @Override
    public long promise() {
        return promise;
    }

    @Override
    public int ordered() {
        return heldBack() + waiting.size();
    }

    /** They wait because some sender has not promised enough. */
    @Override
    public int heldBack() {
        return merged.blocks();
    }

    /** The highest timestamp up to which nothing more will be sent on. */
    private long nextPromise() {
        while (!waiting.isEmpty() && waiting.element().isOver()) {
            waiting.remove();
        }
        return merged.promise(waiting.isEmpty() ? Arrivals.LEFT : waiting.element().timestamp());
    }
}
