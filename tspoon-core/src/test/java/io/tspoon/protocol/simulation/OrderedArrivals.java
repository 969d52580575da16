/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.order.Arrivals;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Merges by timestamp what arrives at one participant, as {@code OrderedFragments} does; serves
 * PL4. Senders are the coordinators, then the participants.
 */
final class OrderedArrivals implements FragmentIntake {
    private final int index;
    private final SimulationParameters parameters;
    private final Fault fault;
    private final Arrivals order;

    /** What has arrived and was not yet submitted, by timestamp. */
    private final TreeMap<Long, List<Message.Fragment>> pending = new TreeMap<>();

    /** Number of accesses that wait for decisions, by timestamp. */
    private final TreeMap<Long, Integer> waiting = new TreeMap<>();

    OrderedArrivals(int index, SimulationParameters parameters, Fault fault, Arrivals order) {
        this.index = index;
        this.parameters = parameters;
        this.fault = fault;
        this.order = order;
        for (int i = 0; i < parameters.participants(); i++) {
            boolean reaches = parameters.reaches(i, index);
            if (!reaches || fault == Fault.IGNORES_PROMISE_OF_PARTICIPANT) {
                order.promised(parameters.coordinators() + i, Arrivals.LEFT);
            }
        }
        ignoreLastCoordinator();
    }

    @Override
    public void add(Message.Round round, long highestSeen) {
        add(round.fragments());
        if (round.greeting() && fault != Fault.GOES_ON_WHILE_ONE_JOINS) {
            order.joined(round.coordinator(), highestSeen);
        } else {
            order.promised(round.coordinator(), round.promise());
        }
        ignoreLastCoordinator();
    }

    @Override
    public void add(Message.Forward forward) {
        add(forward.fragments());
        order.promised(parameters.coordinators() + forward.participant(), forward.promise());
    }

    private void add(List<Message.Fragment> fragments) {
        for (Message.Fragment fragment : fragments) {
            pending.computeIfAbsent(fragment.attempt().timestamp(), key -> new ArrayList<>())
                    .add(fragment);
        }
    }

    /** Attempt by attempt. */
    @Override
    public void process(FragmentAccesses accesses) {
        long complete = fault == Fault.SUBMITS_AS_IT_ARRIVES ? Arrivals.LEFT : order.complete();
        while (!pending.isEmpty() && pending.firstKey() <= complete) {
            accesses.process(pending.pollFirstEntry().getValue());
        }
    }

    @Override
    public boolean mustAsk(int coordinator) {
        return fault != Fault.ASKS_NOBODY
                && !pending.isEmpty()
                && order.mustAsk(coordinator, pending.firstKey());
    }

    @Override
    public void waits(long timestamp) {
        waiting.merge(timestamp, 1, Integer::sum);
    }

    @Override
    public void waitsNoMore(long timestamp) {
        waiting.computeIfPresent(timestamp, (key, count) -> count == 1 ? null : count - 1);
    }

    @Override
    public long promise() {
        long lowest = Arrivals.LEFT;
        if (!pending.isEmpty()) {
            lowest = pending.firstKey();
        }
        if (!waiting.isEmpty() && fault != Fault.PROMISES_PAST_WAITING) {
            lowest = Math.min(lowest, waiting.firstKey());
        }
        return order.promise(lowest);
    }

    @Override
    public boolean isIdle() {
        return pending.isEmpty() && waiting.isEmpty();
    }

    private void ignoreLastCoordinator() {
        if (fault == Fault.IGNORES_PROMISE_OF_COORDINATOR) {
            order.promised(parameters.coordinators() - 1, Arrivals.LEFT);
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
