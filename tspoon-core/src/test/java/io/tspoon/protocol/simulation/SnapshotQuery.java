/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Reads all keys of all participants at one timestamp again and again, as a query server does: pins
 * everywhere, takes the highest answer for the snapshot, settles, reads where everything up to the
 * snapshot is applied, and unpins. Every visit of a participant is a step of its own.
 */
final class SnapshotQuery {
    /**
     * What was read.
     *
     * @param emitted highest timestamp of a committed result when the query began
     */
    record Snapshot(long timestamp, long emitted, Map<Location, Value> values) {}

    private static final int STEPS_PER_VISIT = 4;

    private final Simulation simulation;
    private final Fault fault;
    private final SplittableRandom random;
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final List<Integer> toVisit = new ArrayList<>();
    private final Map<Location, Value> values = new HashMap<>();
    private Phase phase = Phase.UNPIN;
    private long pin;
    private long timestamp;
    private long emitted;

    private enum Phase {
        PIN,
        SETTLE,
        READ,
        UNPIN
    }

    SnapshotQuery(Simulation simulation, SplittableRandom random) {
        this.simulation = simulation;
        this.fault = simulation.fault();
        this.random = random;
    }

    /** Visits a participant now and then. */
    void perhapsAct() {
        if (random.nextInt(STEPS_PER_VISIT) == 0) {
            act();
        }
    }

    private void act() {
        if (toVisit.isEmpty()) {
            enter(next());
        }
        int index = toVisit.get(toVisit.size() - 1);
        ParticipantNode node = simulation.participants().get(index);
        if (visit(node, index)) {
            toVisit.remove(toVisit.size() - 1);
        }
    }

    /** Ends the query that is under way; everything is applied everywhere. */
    void finish() {
        while (phase != Phase.UNPIN || !toVisit.isEmpty()) {
            act();
        }
    }

    List<Snapshot> snapshots() {
        return snapshots;
    }

    private Phase next() {
        return switch (phase) {
            case PIN -> Phase.SETTLE;
            case SETTLE -> Phase.READ;
            case READ -> Phase.UNPIN;
            case UNPIN -> Phase.PIN;
        };
    }

    private void enter(Phase entered) {
        phase = entered;
        if (entered == Phase.PIN) {
            pin++;
            timestamp = fault == Fault.READS_AT_LOWEST_ANSWER ? Long.MAX_VALUE : 0;
            emitted = simulation.journal().highestCommitted();
            values.clear();
        } else if (entered == Phase.UNPIN) {
            snapshots.add(new Snapshot(timestamp, emitted, Map.copyOf(values)));
        }
        for (int i = 0; i < simulation.participants().size(); i++) {
            toVisit.add(i);
        }
        Collections.shuffle(toVisit, new Random(random.nextLong()));
    }

    private boolean visit(ParticipantNode node, int index) {
        switch (phase) {
            case PIN -> {
                long answer = node.pin(pin);
                timestamp =
                        fault == Fault.READS_AT_LOWEST_ANSWER
                                ? Math.min(timestamp, answer)
                                : Math.max(timestamp, answer);
            }
            case SETTLE -> node.settle(pin, timestamp);
            case READ -> {
                Map<Integer, Value> read = node.read(timestamp);
                if (read == null) {
                    return false;
                }
                SimulatedLogs logs = simulation.logs();
                if (logs != null) {
                    read.values().forEach(value -> logs.shown(value.writer()));
                }
                int operator = index / simulation.parameters().coordinators();
                read.forEach((key, value) -> values.put(new Location(operator, key), value));
            }
            case UNPIN -> node.unpin(pin);
        }
        return true;
    }
}
