/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.regime.Regime;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One run of a t-graph from the first input to the last acknowledgement.
 *
 * <p>Wires coordinators and participants as the operators do, and takes one step after the other:
 * either a message arrives, or a coordinator gathers, flushes or hands on decisions.
 */
final class Simulation {
    /** Far above what any run needs: who passes it does not get ahead. */
    private static final long STEPS_PER_TRANSACTION = 10_000;

    /** Between two flushes of a log, on average. */
    private static final int LOG_STEPS = 20;

    private final SimulationParameters parameters;
    private final Mechanisms mechanism;
    private final Fault fault;
    private final Regime regime;
    private final Application application;
    private final Journal journal;
    private final SplittableRandom random;
    private final Network network;
    private final List<OpenNode> opens = new ArrayList<>();
    private final List<ParticipantNode> participants = new ArrayList<>();
    private final List<CloseNode> closes = new ArrayList<>();
    private final SnapshotQuery query;
    private final @Nullable SimulatedLogs logs;
    private int checkpoints;
    private long limit;
    private long step;

    Simulation(long seed, SimulationParameters parameters, Mechanisms mechanism, Fault fault) {
        this(seed, parameters, parameters.regime(), mechanism, fault);
    }

    /**
     * @param regime instead of that of the parameters
     */
    Simulation(
            long seed,
            SimulationParameters parameters,
            Regime regime,
            Mechanisms mechanism,
            Fault fault) {
        this.regime = regime;
        this.parameters = parameters;
        this.mechanism = mechanism;
        this.fault = fault;
        this.random = new SplittableRandom(seed);
        this.application = new Application(parameters, seed);
        this.journal = new Journal(parameters.coordinators());
        this.network = new Network(random, parameters.slowPermille());
        this.logs = parameters.logged() ? new SimulatedLogs(parameters, journal) : null;
        createNodes();
        connect();
        this.query = new SnapshotQuery(this, new SplittableRandom(~seed));
    }

    private void createNodes() {
        for (int i = 0; i < parameters.coordinators(); i++) {
            WallClock clock = new WallClock(() -> step, random, parameters.clockSkewMs());
            OpenNode open = new OpenNode(i, this, clock);
            opens.add(open);
            Channel<Message.Feedback> feedback =
                    network.channel("close " + i + " to open", open::receive);
            closes.add(new CloseNode(i, open.slots(), this, feedback));
        }
        for (int i = 0; i < parameters.participants(); i++) {
            participants.add(new ParticipantNode(i, this, random));
        }
    }

    private void connect() {
        for (int i = 0; i < opens.size(); i++) {
            String name = "open " + i;
            List<Output> rounds = new ArrayList<>();
            for (ParticipantNode to : participants) {
                rounds.add(output(name + " to " + rounds.size(), to.barriers(), to::receive));
            }
            CloseNode close = closes.get(i);
            opens.get(i).connect(rounds, output(name, close.barriers(), close::receive));
        }
        for (int i = 0; i < participants.size(); i++) {
            String name = "participant " + i;
            List<@Nullable Output> forwards = new ArrayList<>();
            for (int j = 0; j < participants.size(); j++) {
                ParticipantNode to = participants.get(j);
                boolean reaches = parameters.reaches(i, j);
                forwards.add(
                        reaches ? output(name + " to " + j, to.barriers(), to::receive) : null);
            }
            List<Output> reports = new ArrayList<>();
            for (CloseNode to : closes) {
                String both = name + " to close " + reports.size();
                reports.add(output(both, to.barriers(), to::receive));
            }
            participants.get(i).outbox().connect(forwards, reports);
        }
    }

    private Output output(String name, Alignment barriers, Consumer<Message> receiver) {
        Channel<Message> channel = network.channel(name, receiver);
        return new Output(channel, barriers.add(channel));
    }

    /** Runs to the end, and until the stable timestamp has passed everything. */
    void run() {
        limit = STEPS_PER_TRANSACTION * parameters.transactions() * parameters.coordinators();
        if (parameters.isOrdered()) {
            opens.forEach(OpenNode::join);
        }
        while (!opens.stream().allMatch(OpenNode::isDone) || isCheckpointUnderWay()) {
            takeStep();
        }
        drain();
        long highest = opens.stream().mapToLong(OpenNode::highest).max().orElseThrow();
        opens.forEach(open -> open.observe(highest));
        opens.forEach(open -> open.flush(true));
        drain();
        query.finish();
    }

    private void takeStep() {
        countStep();
        if (parameters.checkpointPermille() > 0) {
            perhapsBeginCheckpoint();
        }
        query.perhapsAct();
        if (logs != null && random.nextInt(LOG_STEPS) == 0) {
            flush(random.nextInt(opens.size()), logs);
        }
        if (network.isEmpty() || random.nextInt(100) < parameters.busyPercent()) {
            int chosen = random.nextInt(opens.size());
            if (random.nextInt(3) == 0) {
                closes.get(chosen).act();
            } else {
                opens.get(chosen).act(random);
            }
        } else {
            network.deliver(step);
        }
    }

    /** Both operators of the coordinator hear of it some time. */
    private void flush(int coordinator, SimulatedLogs log) {
        if (!log.isAllDurable(coordinator)) {
            log.flush(coordinator, random);
            network.later(opens.get(coordinator)::logIsDurable);
            network.later(closes.get(coordinator)::logIsDurable);
        }
    }

    private void perhapsBeginCheckpoint() {
        if (random.nextInt(1000) < parameters.checkpointPermille()
                && !isCheckpointUnderWay()
                && !opens.stream().allMatch(OpenNode::isDone)) {
            checkpoints++;
            opens.forEach(OpenNode::requestCheckpoint);
        }
    }

    private boolean isCheckpointUnderWay() {
        return !closes.stream().allMatch(close -> close.barriers().complete() == checkpoints);
    }

    private void drain() {
        while (!network.isEmpty()) {
            countStep();
            network.deliver(step);
            if (network.isEmpty()) {
                closes.forEach(CloseNode::act);
                if (logs != null) {
                    for (int i = 0; i < opens.size(); i++) {
                        flush(i, logs);
                    }
                }
            }
        }
    }

    private void countStep() {
        if (++step > limit) {
            throw new NoProgressError("no progress after steps=" + step);
        }
    }

    /** Some input does not get its result. */
    static final class NoProgressError extends AssertionError {
        private static final long serialVersionUID = 1L;

        NoProgressError(String message) {
            super(message);
        }
    }

    SimulationParameters parameters() {
        return parameters;
    }

    Mechanisms mechanism() {
        return mechanism;
    }

    Regime regime() {
        return regime;
    }

    Fault fault() {
        return fault;
    }

    Application application() {
        return application;
    }

    Journal journal() {
        return journal;
    }

    OpenNode open(int coordinator) {
        return opens.get(coordinator);
    }

    @Nullable SimulatedLogs logs() {
        return logs;
    }

    List<SnapshotQuery.Snapshot> snapshots() {
        return query.snapshots();
    }

    List<ParticipantNode> participants() {
        return participants;
    }

    long steps() {
        return step;
    }

    /** The installed values of all participants. */
    Map<Location, Value> finalState() {
        return ofAll(ParticipantNode::values);
    }

    /** The writers of each key in the order in which their values took effect. */
    Map<Location, Set<Long>> installOrders() {
        return ofAll(ParticipantNode::installOrders);
    }

    private <T> Map<Location, T> ofAll(Function<ParticipantNode, Map<Integer, T>> byKey) {
        Map<Location, T> all = new TreeMap<>(Location.ORDER);
        for (int i = 0; i < participants.size(); i++) {
            int operator = i / parameters.coordinators();
            byKey.apply(participants.get(i))
                    .forEach((key, value) -> all.put(new Location(operator, key), value));
        }
        return all;
    }

    /** Where every coordinator, participant and message stands. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(parameters + "\nsteps=" + step);
        opens.forEach(node -> text.append("\n  ").append(node));
        participants.forEach(node -> text.append("\n  ").append(node));
        return text.append(network).toString();
    }
}
