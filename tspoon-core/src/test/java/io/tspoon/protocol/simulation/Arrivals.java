/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.simulation.SimulationParameters.Arriving;
import io.tspoon.runtime.batch.Batch;
import io.tspoon.runtime.batch.BatchGate;
import io.tspoon.runtime.batch.BatchRule;
import io.tspoon.runtime.batch.BatchRules;
import io.tspoon.runtime.batch.PendingBatch;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * What comes to a coordinator, and waits there until it is admitted: elements, which may be several
 * to a batch, and what transactions have triggered. As {@code BatchEntrance} and {@code
 * TriggerEntrance} have it; what gathers batches is the real one.
 */
final class Arrivals {
    /** Triggered transactions have so many places of their own. */
    static final int PLACES = 3;

    static final int COUNT = 3;
    private static final int OF_KEY = 4;
    private static final int MOST = 100;
    private static final long NO_TIME = Long.MIN_VALUE;

    private final int coordinator;
    private final Fault fault;
    private final @Nullable BatchGate gate;

    /** Numbers of the elements that have not come. */
    private final ArrayDeque<Integer> stream = new ArrayDeque<>();

    /** What has come and is whole. */
    private final ArrayDeque<Input> whole = new ArrayDeque<>();

    private final PriorityQueue<Triggered> triggered;
    private final boolean inOrder;
    private long arrivals;

    /** What was triggered up to there comes before the first that is whole. */
    private long before;

    /**
     * @param arrival how many were triggered, up to this one
     * @param number of the transaction that has triggered it
     */
    private record Triggered(long arrival, long number, Input input) {}

    Arrivals(int coordinator, SimulationParameters parameters, Fault fault) {
        this.coordinator = coordinator;
        this.fault = fault;
        int count = parameters.transactions();
        for (int number = 0; number < count; number++) {
            stream.add(number);
        }
        BatchRule<Object> rule = ruleOf(parameters.arriving(), count);
        gate = rule == null ? null : new BatchGate(0, rule, MOST, this::isWhole);
        inOrder = parameters.isOrdered() && fault != Fault.FOLLOWS_OUT_OF_ENTRY_ORDER;
        Comparator<Triggered> order = Comparator.comparingLong(Triggered::arrival);
        triggered =
                new PriorityQueue<>(
                        inOrder
                                ? Comparator.comparingLong(Triggered::number).thenComparing(order)
                                : order);
    }

    /** A number of elements of which all belong to whole batches by key. */
    static int wholeBatches(int elements) {
        return Math.max(1, elements / OF_KEY) * OF_KEY;
    }

    private static @Nullable BatchRule<Object> ruleOf(Arriving arriving, int count) {
        int keys = count / OF_KEY;
        return switch (arriving) {
            case ONE_BY_ONE -> null;
            case BATCHES_OF_COUNT -> new BatchRules.OfCount<>(COUNT, BatchRule.FOREVER);
            case BATCHES_BY_KEY ->
                    new BatchRules.ToSize<>(
                            number -> "key " + (int) number % keys,
                            number -> sizeOf((int) number % keys),
                            BatchRule.FOREVER);
        };
    }

    private static int sizeOf(int key) {
        return key % 2 == 0 ? OF_KEY : OF_KEY / 2;
    }

    /** Whether these elements are a batch, the last of which may be short if they are counted. */
    static boolean isBatch(SimulationParameters parameters, List<Integer> numbers) {
        int count = parameters.transactions();
        int keys = count / OF_KEY;
        return switch (parameters.arriving()) {
            case ONE_BY_ONE -> numbers.size() == 1;
            case BATCHES_OF_COUNT -> {
                int first = numbers.get(0);
                yield first % COUNT == 0 && numbers.size() == Math.min(COUNT, count - first);
            }
            case BATCHES_BY_KEY -> {
                int key = numbers.get(0) % keys;
                yield numbers.size() == sizeOf(key)
                        && numbers.stream().allMatch(number -> number % keys == key);
            }
        };
    }

    // ------------------------------------------------------------------ elements

    /** The next element comes, unless one waits for room. */
    void next() {
        if (!whole.isEmpty() || stream.isEmpty()) {
            return;
        }
        int number = stream.remove();
        if (gate == null) {
            add(Input.of(coordinator, List.of(number)));
            return;
        }
        try {
            gate.add(new PendingBatch.Waiting(number, "", NO_TIME, 1, 0));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        if (stream.isEmpty()) {
            gate.end();
        }
    }

    private void isWhole(Batch batch) {
        List<Integer> numbers = new ArrayList<>();
        batch.elements().forEach(element -> numbers.add((Integer) element));
        add(Input.of(coordinator, numbers));
    }

    private void add(Input input) {
        if (whole.isEmpty()) {
            before = arrivals;
        }
        whole.add(input);
    }

    /** Takes what is whole; null if that waits for others, or for what is triggered. */
    @Nullable Input pollWhole() {
        if (whole.isEmpty() || triggered.stream().anyMatch(one -> one.arrival() <= before)) {
            return null;
        }
        before = arrivals;
        return whole.remove();
    }

    // ------------------------------------------------------------------ triggers

    /** A transaction has triggered these. */
    void trigger(long number, List<Input> inputs) {
        inputs.forEach(input -> triggered.add(new Triggered(++arrivals, number, input)));
    }

    /**
     * Takes what was triggered; null if nothing may enter.
     *
     * @param oldest number of the oldest transaction in flight
     */
    @Nullable Input pollTriggered(long oldest) {
        Triggered first = triggered.peek();
        if (first == null || inOrder && first.number() >= oldest) {
            return null;
        }
        return triggered.remove().input();
    }

    // ------------------------------------------------------------------ state

    /** Whether something waits, or will come. */
    boolean isEmpty() {
        return left() == 0;
    }

    int left() {
        int gathered = gate == null ? 0 : (int) gate.elements();
        return stream.size() + gathered + whole.size() + triggered.size();
    }

    /** A barrier has gone on. What waits stays. */
    void barrierPassed() {
        if (fault == Fault.BARRIER_ENDS_BATCH && gate != null) {
            gate.end();
        } else if (fault == Fault.BARRIER_LOSES_TRIGGERED) {
            triggered.clear();
        }
    }
}
