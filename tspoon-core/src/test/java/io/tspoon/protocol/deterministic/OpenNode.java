/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.order.Arrivals;
import io.tspoon.protocol.order.HybridClock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** The entrance of one simulated coordinator: gives ids, sends rounds, passes on notices. */
final class OpenNode {
    /** What it sends to one participant: notices first, then what is final, then the new parts. */
    record Block(
            int coordinator,
            List<Notice> notices,
            long finalUpTo,
            List<SimulatedTransaction> parts,
            long promise) {
        /** It comes back. */
        static Block joining(int coordinator) {
            return new Block(coordinator, List.of(), JOINING, List.of(), JOINING);
        }

        boolean joins() {
            return promise == JOINING;
        }
    }

    private static final long JOINING = -1;

    record Notice(long id, boolean abort) {}

    /** What comes from its close. */
    record Feedback(List<Notice> notices, List<Long> decided, long horizon, int completed) {}

    /** Whether participants wait for it. */
    private enum Presence {
        HERE,
        LEFT,
        JOINING
    }

    private final int coordinator;
    private final ChainSimulation simulation;
    private final HybridClock clock;
    private final List<Wires.Wire<Block>> wires = new ArrayList<>();
    private final List<List<Notice>> notices = new ArrayList<>();
    private final List<SimulatedTransaction> gathered = new ArrayList<>();
    private final Map<Long, SimulatedTransaction> conditional = new HashMap<>();
    private final TreeSet<Long> undecided = new TreeSet<>();
    private int admitted;
    private int inFlight;
    private Presence presence = Presence.HERE;

    /** How many participants have not answered that it has joined. */
    private int unanswered;

    OpenNode(int coordinator, ChainSimulation simulation, HybridClock clock) {
        this.coordinator = coordinator;
        this.simulation = simulation;
        this.clock = clock;
    }

    void connect(Wires.Wire<Block> wire) {
        wires.add(wire);
        notices.add(new ArrayList<>());
    }

    /** Admits a transaction, or sends what it has. */
    void act(SplittableRandom random) {
        boolean mayAdmit =
                admitted < simulation.shape().transactions()
                        && inFlight < simulation.shape().window();
        if (presence != Presence.HERE) {
            if (presence == Presence.LEFT && mayAdmit) {
                join();
            }
        } else if (isIdle() && random.nextInt(8) == 0) {
            leave();
        } else if (mayAdmit && random.nextInt(simulation.shape().roundSize()) > 0) {
            gathered.add(simulation.draw(coordinator, admitted++));
            inFlight++;
        } else {
            perhapsFlush(random);
        }
    }

    /** Bounds what is under way, as a job does. */
    private void perhapsFlush(SplittableRandom random) {
        int waiting = wires.stream().mapToInt(Wires.Wire::waiting).max().orElse(0);
        if (gathered.isEmpty() ? waiting == 0 && random.nextInt(4) == 0 : waiting < 4) {
            flush();
        }
    }

    /** Sends a round to all participants, and promises that nothing up to its end will follow. */
    void flush() {
        for (SimulatedTransaction transaction : gathered) {
            transaction.id = clock.next();
            undecided.add(transaction.id);
            if (transaction.isConditional()) {
                conditional.put(transaction.id, transaction);
            }
            simulation.close(coordinator).sent(transaction);
        }
        long promise = clock.next();
        long finalUpTo = undecided.isEmpty() ? promise : undecided.first() - 1;
        for (int i = 0; i < wires.size(); i++) {
            send(i, finalUpTo, promise);
        }
        gathered.clear();
        conditional.keySet().removeIf(id -> id <= finalUpTo);
    }

    private void send(int participant, long finalUpTo, long promise) {
        List<Notice> before = List.copyOf(notices.get(participant));
        notices.get(participant).clear();
        List<SimulatedTransaction> parts =
                gathered.stream()
                        .filter(
                                sent ->
                                        sent.accesses.stream()
                                                .anyMatch(a -> a.participant == participant))
                        .toList();
        if (simulation.plant() == Plant.FINAL_BEFORE_NOTICES) {
            wires.get(participant).send(new Block(coordinator, List.of(), finalUpTo, List.of(), 0));
        }
        wires.get(participant).send(new Block(coordinator, before, finalUpTo, parts, promise));
    }

    /** Nothing comes any more, so nobody waits for it. */
    private void leave() {
        presence = Presence.LEFT;
        for (int i = 0; i < wires.size(); i++) {
            send(i, Arrivals.LEFT, Arrivals.LEFT);
        }
    }

    /** Sends nothing before all participants have answered, and then only higher ids. */
    void join() {
        if (presence == Presence.LEFT) {
            presence = Presence.JOINING;
            unanswered = wires.size();
            wires.forEach(wire -> wire.send(Block.joining(coordinator)));
        }
    }

    /** A participant answers. */
    void joined(long highestSeen) {
        if (simulation.plant() != Plant.JOINS_BELOW_ANSWERS) {
            clock.observe(highestSeen);
        }
        unanswered--;
        if (unanswered == 0) {
            presence = Presence.HERE;
        }
    }

    private boolean isIdle() {
        return inFlight == 0 && gathered.isEmpty();
    }

    /** All inputs have their results. */
    void end() {
        if (presence == Presence.HERE) {
            flush();
            leave();
        }
    }

    void receive(Feedback feedback) {
        for (Notice notice : feedback.notices()) {
            SimulatedTransaction about = conditional.get(notice.id());
            if (about == null) {
                throw new AssertionError("notice after the end: " + notice);
            }
            about.accesses.stream()
                    .mapToInt(access -> access.participant)
                    .distinct()
                    .forEach(participant -> notices.get(participant).add(notice));
        }
        feedback.decided().forEach(undecided::remove);
        undecided.headSet(feedback.horizon(), true).clear();
        inFlight -= feedback.completed();
    }

    boolean isDone() {
        return admitted == simulation.shape().transactions() && isIdle();
    }

    void observe(long id) {
        clock.observe(id);
    }

    long highest() {
        return clock.highest();
    }

    @Override
    public String toString() {
        return "open "
                + coordinator
                + ": admitted="
                + admitted
                + ", inFlight="
                + inFlight
                + ", undecided="
                + undecided.size()
                + (undecided.isEmpty() ? "" : " from " + undecided.first())
                + ", "
                + presence;
    }
}
