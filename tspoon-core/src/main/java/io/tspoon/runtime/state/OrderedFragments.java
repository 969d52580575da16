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
 * Merges what arrives from several senders by timestamp and hands it on as far as it is complete;
 * serves PL4.
 *
 * <p>Blocks are sorted runs, so the merge is over the few blocks that wait, not over their
 * fragments. Bounded by what the admission windows hold at once.
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
     * Accesses that wait for the decisions of others; those granted meanwhile are among them until
     * the next promise.
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
        if (plan.sendsOn()) { // else nothing is promised, and nobody would ask for them again
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

    /** The coordinator had ended when the snapshot was taken from which the job was restored. */
    void ended(int coordinator) {
        order.promised(coordinator, ArrivalOrder.LEFT);
    }

    /**
     * Takes the fragments of a block and what its sender promises.
     *
     * @param highestTimestamp what a coordinator that joins with this block is told to stay above
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

    /** Processes what is complete with a block, and asks for the promises that the rest needs. */
    void process(long oldestReader) throws Exception {
        long complete = order.complete();
        FragmentRun<I> head = runs.peek();
        while (head != null && head.timestamp() <= complete) {
            runs.poll();
            FragmentRun<I> second = runs.peek();
            long limit = second == null ? complete : Math.min(complete, second.timestamp());
            while (head.hasNext() && head.timestamp() <= limit) {
                head.addTo(processor, oldestReader);
            }
            if (head.hasNext()) {
                runs.add(head);
            }
            head = runs.peek();
        }
        processor.process(oldestReader);
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

    /** How much is kept: blocks that are not complete, and accesses that waited. */
    int held() {
        return heldBack() + waiting.size();
    }

    /** Blocks that are not complete: some sender has not promised enough. */
    int heldBack() {
        return runs.size();
    }

    /** The highest timestamp up to which nothing will be sent on any more. */
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
