/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.order.Arrivals;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.runtime.transport.AttemptsToParticipant;
import io.tspoon.runtime.transport.Awaited;
import io.tspoon.runtime.transport.FragmentRows;

import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/**
 * Merges the fragments from several senders by timestamp, and hands them on as far as everything
 * has arrived.
 *
 * <p>Blocks are sorted runs, so the merge is over the few blocks that wait, not over their
 * fragments. The number of fragments is bounded by what the admission windows hold at once. Design:
 * ADR 0010.
 */
final class MergedFragments<I> {
    private final Arrivals order;
    private final int coordinators;
    private final TypeSerializer<I> serializer;
    private final Progress progress;
    private final IntConsumer question;
    private final PromiseRequests requests;
    private final PriorityQueue<FragmentRun<I>> runs =
            new PriorityQueue<>(Comparator.<FragmentRun<I>>comparingLong(FragmentRun::timestamp));

    /**
     * @param order says how far everything has arrived
     */
    MergedFragments(StateParts<I, ?, ?, ?> parts, Arrivals order) {
        int parallelism = parts.parallelism();
        this.order = order;
        this.coordinators = parallelism;
        this.serializer = parts.plan().inputSerializer();
        this.progress = parts.progress();
        this.question = parts.question();
        this.requests = new PromiseRequests(parts.mailbox(), this::ask);
        boolean[] reachedBy = parts.plan().reachedBy();
        for (int participant = 0; participant < reachedBy.length * parallelism; participant++) {
            if (!reachedBy[participant / parallelism]) {
                order.promised(coordinators + participant, Arrivals.LEFT);
            }
        }
    }

    /** The coordinator had ended before this run. */
    void ended(int coordinator) {
        order.promised(coordinator, Arrivals.LEFT);
    }

    /**
     * Takes the fragments of a block and the promise of its sender. A coordinator that joins must
     * stay above all that was seen here.
     */
    void add(AttemptsToParticipant block) throws Exception {
        FragmentRows fragments = block.fragments();
        for (int row = 0; row < fragments.size(); row++) {
            progress.seen(fragments.timestamp(row));
        }
        if (fragments.size() > 0) {
            runs.add(FragmentRun.of(fragments, serializer));
        }
        int sender = block.source(coordinators);
        if (block.joins()) {
            order.joined(sender, progress.highest());
        } else {
            order.promised(sender, block.promise());
        }
    }

    /** A block that has rows is released once they are read. */
    void release(AttemptsToParticipant block) {
        if (block.fragments().size() == 0) {
            block.release();
        }
    }

    /** Hands on all fragments up to the lowest promise. */
    void handOn(FragmentTaker<I> taker) throws Exception {
        long complete = order.complete();
        FragmentRun<I> head = runs.peek();
        while (head != null && head.timestamp() <= complete) {
            runs.poll();
            FragmentRun<I> second = runs.peek();
            long limit = second == null ? complete : Math.min(complete, second.timestamp());
            while (head.hasNext() && head.timestamp() <= limit) {
                head.addTo(taker);
            }
            if (head.hasNext()) {
                runs.add(head);
            }
            head = runs.peek();
        }
    }

    /**
     * Hands on the fragments of the next transactions up to the lowest promise.
     *
     * @param room says before each transaction how many more of them there may be
     * @return whether there were any
     */
    boolean handOn(FragmentTaker<I> taker, IntSupplier room) throws Exception {
        long complete = order.complete();
        long transaction = 0;
        boolean full = false;
        FragmentRun<I> head = runs.peek();
        while (!full && head != null && head.timestamp() <= complete) {
            runs.poll();
            FragmentRun<I> second = runs.peek();
            long limit = second == null ? complete : Math.min(complete, second.timestamp());
            while (!full && head.hasNext() && head.timestamp() <= limit) {
                if (head.timestamp() != transaction) {
                    full = room.getAsInt() <= 0;
                    transaction = full ? transaction : head.timestamp();
                }
                if (!full) {
                    head.addTo(taker);
                }
            }
            if (head.hasNext()) {
                runs.add(head);
            }
            head = runs.peek();
        }
        return transaction != 0;
    }

    /** Asks for the promises that the rest needs, perhaps a little later. */
    void blockProcessed() {
        FragmentRun<I> head = runs.peek();
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

    /** Whether something has everything before it, and was not handed on yet. */
    boolean hasComplete() {
        FragmentRun<I> head = runs.peek();
        return head != null && head.timestamp() <= order.complete();
    }

    /** The sender that has promised least; {@link Awaited#NOTHING} if all have left. */
    int lowestSender() {
        return order.complete() == Arrivals.LEFT ? Awaited.NOTHING : order.lowestSender();
    }

    /** The number of blocks that wait because some sender has not promised enough. */
    int blocks() {
        return runs.size();
    }

    /**
     * Up to where everything that comes from here has been handed on.
     *
     * @param pending lowest timestamp of what was handed on and is not over
     */
    long promise(long pending) {
        FragmentRun<I> head = runs.peek();
        return order.promise(head == null ? pending : Math.min(pending, head.timestamp()));
    }
}
