/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.ArrivalOrder;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Merges by timestamp what arrives at one participant, as {@code OrderedFragments} does; serves
 * PL4. Senders are the coordinators, then the participants.
 */
final class OrderedArrivals {
    private final int index;
    private final SimulationParameters parameters;
    private final Fault fault;
    private final ArrivalOrder order;

    /** What has arrived and was not yet submitted, by timestamp. */
    private final TreeMap<Long, List<Message.Fragment>> pending = new TreeMap<>();

    /** Number of accesses that wait for decisions, by timestamp. */
    private final TreeMap<Long, Integer> waiting = new TreeMap<>();

    OrderedArrivals(int index, SimulationParameters parameters, Fault fault) {
        this.index = index;
        this.parameters = parameters;
        this.fault = fault;
        this.order = new ArrivalOrder(parameters.coordinators() + parameters.participants());
        for (int i = 0; i < parameters.participants(); i++) {
            boolean reaches = parameters.reaches(i, index);
            if (!reaches || fault == Fault.IGNORES_PROMISE_OF_PARTICIPANT) {
                order.promised(parameters.coordinators() + i, ArrivalOrder.LEFT);
            }
        }
        ignoreLastCoordinator();
    }

    /**
     * Takes what a coordinator sends.
     *
     * @param highestSeen what it is told to stay above if it joins
     */
    void add(Message.Round round, long highestSeen) {
        add(round.fragments());
        if (round.greeting() && fault != Fault.GOES_ON_WHILE_ONE_JOINS) {
            order.joined(round.coordinator(), highestSeen);
        } else {
            order.promised(round.coordinator(), round.promise());
        }
        ignoreLastCoordinator();
    }

    void add(Message.Forward forward) {
        add(forward.fragments());
        order.promised(parameters.coordinators() + forward.participant(), forward.promise());
    }

    private void add(List<Message.Fragment> fragments) {
        for (Message.Fragment fragment : fragments) {
            pending.computeIfAbsent(fragment.attempt().timestamp(), key -> new ArrayList<>())
                    .add(fragment);
        }
    }

    /** Hands on what is complete, attempt by attempt. */
    void process(Consumer<List<Message.Fragment>> processor) {
        long complete = fault == Fault.SUBMITS_AS_IT_ARRIVES ? ArrivalOrder.LEFT : order.complete();
        while (!pending.isEmpty() && pending.firstKey() <= complete) {
            processor.accept(pending.pollFirstEntry().getValue());
        }
    }

    /** Whether a coordinator must be asked how far it is. */
    boolean mustAsk(int coordinator) {
        return fault != Fault.ASKS_NOBODY
                && !pending.isEmpty()
                && order.mustAsk(coordinator, pending.firstKey());
    }

    /** The access of an attempt waits for decisions. */
    void waits(long timestamp) {
        waiting.merge(timestamp, 1, Integer::sum);
    }

    /** An access of the attempt waits no more. */
    void waitsNoMore(long timestamp) {
        waiting.computeIfPresent(timestamp, (key, count) -> count == 1 ? null : count - 1);
    }

    /** Up to where nothing will be sent on any more. */
    long promise() {
        long lowest = ArrivalOrder.LEFT;
        if (!pending.isEmpty()) {
            lowest = pending.firstKey();
        }
        if (!waiting.isEmpty() && fault != Fault.PROMISES_PAST_WAITING) {
            lowest = Math.min(lowest, waiting.firstKey());
        }
        return order.promise(lowest);
    }

    /** Whether nothing has arrived that was not submitted and granted. */
    boolean isIdle() {
        return pending.isEmpty() && waiting.isEmpty();
    }

    private void ignoreLastCoordinator() {
        if (fault == Fault.IGNORES_PROMISE_OF_COORDINATOR) {
            order.promised(parameters.coordinators() - 1, ArrivalOrder.LEFT);
        }
    }

    @Override
    public String toString() {
        return "complete="
                + order.complete()
                + ", pending="
                + pending.keySet()
                + ", waiting="
                + waiting
                + ", participant="
                + index;
    }
}
