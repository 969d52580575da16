/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.order.HybridClock;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One run of a flat t-graph with deterministic chains, from the first input until everything is
 * settled. A run depends on nothing but its seed.
 */
final class ChainSimulation {
    /** Far above what any run needs. */
    private static final long MOST_STEPS = 50_000;

    private static final long STEPS_PER_TRANSACTION = 200;

    /**
     * Where speculation has no bound, one abort after the other makes all that follows run again.
     */
    private static final long STEPS_IF_UNBOUNDED = 5_000;

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final long seed;
    private final SimulationShape shape;
    private final Plant plant;
    private final SplittableRandom random;
    private final Wires wires;
    private final ChainJournal journal = new ChainJournal();
    private final List<OpenNode> opens = new ArrayList<>();
    private final List<ParticipantNode> participants = new ArrayList<>();
    private final List<CloseNode> closes = new ArrayList<>();
    private SimulatedLoad.@Nullable FunctionException failure;
    private long step;

    ChainSimulation(long seed, SimulationShape shape, Plant plant) {
        this.seed = seed;
        this.shape = shape;
        this.plant = plant;
        this.random = new SplittableRandom(seed);
        this.wires = new Wires(random, shape.slowPermille());
        for (int i = 0; i < shape.coordinators(); i++) {
            long skew = i * (long) shape.clockSkew();
            OpenNode open =
                    new OpenNode(
                            i,
                            this,
                            new HybridClock(
                                    i,
                                    shape.coordinators(),
                                    () -> BEGIN.plusNanos(1_000 * (step + skew))));
            opens.add(open);
            closes.add(new CloseNode(i, this, wires.wire(open::receive), wires.wire(open::joined)));
        }
        for (int i = 0; i < shape.participants(); i++) {
            ParticipantNode participant = new ParticipantNode(i, this, random);
            participants.add(participant);
            opens.forEach(open -> open.connect(wires.wire(participant::receive)));
            closes.forEach(close -> participant.connect(wires.wire(close::receive)));
        }
    }

    /** Runs to the end, or until a function fails the job. */
    void run() {
        while (failure == null && !opens.stream().allMatch(OpenNode::isDone)) {
            countStep();
            if (wires.isEmpty() || random.nextInt(100) < shape.busyPercent()) {
                opens.get(random.nextInt(opens.size())).act(random);
            } else {
                wires.deliver();
            }
        }
        settle();
    }

    private void settle() {
        long highest = opens.stream().mapToLong(OpenNode::highest).max().orElseThrow();
        opens.forEach(open -> open.observe(highest));
        opens.forEach(OpenNode::end);
        drain();
    }

    private void drain() {
        while (failure == null && !wires.isEmpty()) {
            countStep();
            wires.deliver();
        }
    }

    private void countStep() {
        long perTransaction = shape.hasDepth() ? STEPS_PER_TRANSACTION : STEPS_IF_UNBOUNDED;
        long transactions = (long) shape.transactions() * shape.coordinators();
        if (++step > MOST_STEPS + perTransaction * transactions) {
            throw new NoProgressError("no progress after steps=" + step);
        }
    }

    /** Throws an AssertionError if the run was not as it must be. */
    void judge() {
        new SerialRun(shape.load())
                .judge(
                        journal.transactions(),
                        participants,
                        failure == null ? null : failure.transaction);
        if (failure == null) {
            participants.forEach(node -> check(node.isIdle(), node));
            closes.forEach(node -> check(node.isIdle(), node));
        }
    }

    private static void check(boolean idle, Object node) {
        if (!idle) {
            throw new AssertionError("left over: " + node);
        }
    }

    /** Some input does not get its result. */
    static final class NoProgressError extends AssertionError {
        private static final long serialVersionUID = 1L;

        NoProgressError(String message) {
            super(message);
        }
    }

    SimulatedTransaction draw(int coordinator, int number) {
        SimulatedTransaction drawn =
                shape.load().draw(coordinator, number, shape.participants(), seed);
        journal.drawn(drawn);
        return drawn;
    }

    /** A function fails the job. */
    void failed(SimulatedLoad.FunctionException exception) {
        failure = exception;
    }

    boolean hasFailed() {
        return failure != null;
    }

    long steps() {
        return step;
    }

    SimulationShape shape() {
        return shape;
    }

    Plant plant() {
        return plant;
    }

    Wires wires() {
        return wires;
    }

    ChainJournal journal() {
        return journal;
    }

    CloseNode close(int coordinator) {
        return closes.get(coordinator);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(shape + "\nsteps=" + step);
        opens.forEach(node -> text.append("\n  ").append(node));
        participants.forEach(node -> text.append("\n  ").append(node));
        closes.forEach(node -> text.append("\n  ").append(node));
        return text.toString();
    }
}
