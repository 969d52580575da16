/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.ArrivalOrder;
import io.tspoon.runtime.transport.Block;

import org.apache.flink.api.common.operators.MailboxExecutor;
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
final class OrderedFragments<I, K, V, O> {
    private final ArrivalOrder order;
    private final int coordinators;
    private final TypeSerializer<I> serializer;
    private final FragmentProcessor<I, K, V, O> processor;
    private final IntConsumer question;
    private final PromiseRequests requests;
    private final PriorityQueue<FragmentRun<I>> runs =
            new PriorityQueue<>(Comparator.<FragmentRun<I>>comparingLong(FragmentRun::timestamp));

    /**
     * Accesses that wait for the decisions of others, and, until the next promise, those granted
     * meanwhile.
     */
    private final PriorityQueue<StateAccess<I, K, V, O>> waiting =
            new PriorityQueue<>(
                    Comparator.<StateAccess<I, K, V, O>>comparingLong(StateAccess::timestamp));

    /**
     * @param question asks a coordinator how far it is
     */
    OrderedFragments(
            StateOperatorPlan<I, K, V, O> plan,
            int parallelism,
            FragmentProcessor<I, K, V, O> processor,
            MailboxExecutor mailbox,
            IntConsumer question) {
        this.question = question;
        this.requests = new PromiseRequests(mailbox, this::ask);
        this.coordinators = parallelism;
        this.serializer = plan.inputSerializer();
        this.processor = processor;
        if (plan.sendsOn()) { // otherwise nothing is promised, and nobody would remove them
            processor.noteWaiting(waiting);
        }
        boolean[] reachedBy = plan.reachedBy();
        this.order = new ArrivalOrder(coordinators + reachedBy.length * parallelism);
        for (int participant = 0; participant < reachedBy.length * parallelism; participant++) {
            if (!reachedBy[participant / parallelism]) {
                order.promised(coordinators + participant, ArrivalOrder.LEFT);
            }
        }
    }

    /** A coordinator had ended when the snapshot was taken from which the job was restored. */
    void ended(int coordinator) {
        order.promised(coordinator, ArrivalOrder.LEFT);
    }

    /**
     * Takes the fragments of a block and the promise of its sender.
     *
     * @param highestTimestamp the timestamp that a coordinator which joins with this block must
     *     stay above
     */
    void add(Block block, long highestTimestamp) throws Exception {
        if (block.size() > 0) {
            runs.add(FragmentRun.of(block, serializer));
        }
        int sender = block.isFromOpen() ? block.coordinator() : coordinators + block.sender();
        if (block.isGreeting()) {
            order.joined(sender, highestTimestamp);
        } else {
            order.promised(sender, block.promise());
        }
    }

    /**
     * Processes the fragments up to the lowest promise, and asks for the promises that the rest
     * needs.
     */
    void process() throws Exception {
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

    /** The number of blocks that still wait, plus that of accesses that waited. */
    int held() {
        return heldBack() + waiting.size();
    }

    /** The number of blocks that still wait because some sender has not promised enough. */
    int heldBack() {
        return runs.size();
    }

    /** The highest timestamp up to which nothing more will be sent on. */
    long promise() {
        while (!waiting.isEmpty() && waiting.element().isOver()) {
            waiting.remove();
        }
        FragmentRun<I> head = runs.peek();
        long pending = head == null ? ArrivalOrder.LEFT : head.timestamp();
        if (!waiting.isEmpty()) {
            pending = Math.min(pending, waiting.element().timestamp());
        }
        return order.promise(pending);
    }
}
