/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.order.Arrivals;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.access.FragmentProcessor;
import io.tspoon.runtime.state.access.FragmentRun;
import io.tspoon.runtime.state.access.StateAccess;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.ToParticipant;

import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.IntConsumer;

/**
 * Merges the fragments from several senders by timestamp, and hands them on as far as everything
 * has arrived; serves PL4.
 *
 * <p>Blocks are sorted runs, so the merge is over the few blocks that wait, not over their
 * fragments. The number of fragments is bounded by what the admission windows hold at once. Design:
 * ADR 0010.
 */
final class OrderedFragments<I, K, V, O> implements Intake {
    private final Arrivals order;
    private final int coordinators;
    private final boolean sendsOn;
    private final TypeSerializer<I> serializer;
    private final Progress progress;
    private final FragmentProcessor<I, K, V, O> processor;
    private final IntConsumer question;
    private final PromiseRequests requests;
    private final PriorityQueue<FragmentRun<I>> runs =
            new PriorityQueue<>(Comparator.<FragmentRun<I>>comparingLong(FragmentRun::timestamp));

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
            FragmentProcessor<I, K, V, O> processor) {
        StateOperatorPlan<I, K, V, O> plan = parts.plan();
        int parallelism = parts.parallelism();
        this.question = parts.question();
        this.requests = new PromiseRequests(parts.mailbox(), this::ask);
        this.coordinators = parallelism;
        this.sendsOn = plan.sendsOn();
        this.serializer = plan.inputSerializer();
        this.progress = parts.progress();
        this.waiting = waiting;
        this.processor = processor;
        this.order = order;
        boolean[] reachedBy = plan.reachedBy();
        for (int participant = 0; participant < reachedBy.length * parallelism; participant++) {
            if (!reachedBy[participant / parallelism]) {
                order.promised(coordinators + participant, Arrivals.LEFT);
            }
        }
    }

    @Override
    public void ended(int coordinator) {
        order.promised(coordinator, Arrivals.LEFT);
    }

    @Override
    public void arrived(ToParticipant block) throws Exception {
        FragmentRows fragments = block.fragments();
        for (int row = 0; row < fragments.size(); row++) {
            progress.seen(fragments.timestamp(row));
        }
        add(block, progress.highest());
        process();
        if (sendsOn) {
            promise = nextPromise();
            // A coordinator that joins must stay above what others were promised.
            progress.seen(promise);
        }
    }

    /** A block that has rows is released once they are read. */
    @Override
    public void release(ToParticipant block) {
        if (block.fragments().size() == 0) {
            block.release();
        }
    }

    @Override
    public long promise() {
        return promise;
    }

    /**
     * Takes the fragments of a block and the promise of its sender.
     *
     * @param highestTimestamp the timestamp that a coordinator which joins with this block must
     *     stay above
     */
    private void add(ToParticipant block, long highestTimestamp) throws Exception {
        if (block.fragments().size() > 0) {
            runs.add(FragmentRun.of(block.fragments(), serializer));
        }
        int sender = block.source(coordinators);
        if (block.joins()) {
            order.joined(sender, highestTimestamp);
        } else {
            order.promised(sender, block.promise());
        }
    }

    /**
     * Processes the fragments up to the lowest promise, and asks for the promises that the rest
     * needs.
     */
    private void process() throws Exception {
        long complete = order.complete();
        FragmentRun<I> head = runs.peek();
        while (head != null && head.timestamp() <= complete) {
            runs.poll();
            FragmentRun<I> second = runs.peek();
            long limit = second == null ? complete : Math.min(complete, second.timestamp());
            while (head.hasNext() && head.timestamp() <= limit) {
                head.addTo(processor);
            }
            if (head.hasNext()) {
                runs.add(head);
            }
            head = runs.peek();
        }
        processor.process();
        requests.blockProcessed(head != null && needsAsking(head.timestamp()));
    }

    private boolean needsAsking(long timestamp) {
        for (int coordinator = 0; coordinator < coordinators; coordinator++) {
            if (order.needsAsking(coordinator, timestamp)) {
                return true;
            }
        }
        return false;
    }

    private void ask() {
        FragmentRun<I> head = runs.element();
        for (int coordinator = 0; coordinator < coordinators; coordinator++) {
            if (order.mustAsk(coordinator, head.timestamp())) {
                question.accept(coordinator);
            }
        }
    }

    @Override
    public int held() {
        return heldBack() + waiting.size();
    }

    /** They wait because some sender has not promised enough. */
    @Override
    public int heldBack() {
        return runs.size();
    }

    /** The highest timestamp up to which nothing more will be sent on. */
    private long nextPromise() {
        while (!waiting.isEmpty() && waiting.element().isOver()) {
            waiting.remove();
        }
        FragmentRun<I> head = runs.peek();
        long pending = head == null ? Arrivals.LEFT : head.timestamp();
        if (!waiting.isEmpty()) {
            pending = Math.min(pending, waiting.element().timestamp());
        }
        return order.promise(pending);
    }
}
