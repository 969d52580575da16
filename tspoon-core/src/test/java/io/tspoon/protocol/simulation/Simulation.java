/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * One run of a t-graph from the first input to the last acknowledgement.
 *
 * <p>Wires coordinators and participants as the operators do, and takes one step after the other:
 * either a message arrives, or a coordinator gathers, flushes or hands on decisions.
 */
final class Simulation {
    /** Far above what any run needs: who passes it does not get ahead. */
    private static final long STEPS_PER_TRANSACTION = 20_000;

    private final SimulationParameters parameters;
    private final Mechanism mechanism;
    private final Sabotage sabotage;
    private final Application application;
    private final Journal journal;
    private final SplittableRandom random;
    private final Network network;
    private final List<OpenNode> opens = new ArrayList<>();
    private final List<ParticipantNode> participants = new ArrayList<>();
    private final List<CloseNode> closes = new ArrayList<>();
    private long step;

    Simulation(long seed, SimulationParameters parameters, Mechanism mechanism, Sabotage sabotage) {
        this.parameters = parameters;
        this.mechanism = mechanism;
        this.sabotage = sabotage;
        this.random = new SplittableRandom(seed);
        this.application = new Application(parameters, seed);
        this.journal = new Journal(parameters.coordinators());
        this.network = new Network(random, parameters.slowPermille());
        createNodes();
        connect();
    }

    private void createNodes() {
        for (int i = 0; i < parameters.coordinators(); i++) {
            WallClock clock = new WallClock(() -> step, random, parameters.clockSkewMs());
            OpenNode open = new OpenNode(i, this, clock);
            opens.add(open);
            Channel<Message.Feedback> feedback =
                    network.channel("close " + i + " to open", open::receive);
            closes.add(new CloseNode(open.slots(), this, feedback));
        }
        for (int i = 0; i < parameters.participants(); i++) {
            participants.add(new ParticipantNode(i, this, random));
        }
    }

    private void connect() {
        for (int i = 0; i < opens.size(); i++) {
            String name = "open " + i;
            List<Channel<Message.Round>> rounds = new ArrayList<>();
            for (ParticipantNode to : participants) {
                rounds.add(network.channel(name + " to " + rounds.size(), to::receive));
            }
            opens.get(i).connect(rounds, network.channel(name, closes.get(i)::receive));
        }
        for (int i = 0; i < participants.size(); i++) {
            String name = "participant " + i;
            List<Channel<Message.Fragment>> fragments = new ArrayList<>();
            for (ParticipantNode to : participants) {
                fragments.add(network.channel(name + " to " + fragments.size(), to::receive));
            }
            List<Channel<Message>> reports = new ArrayList<>();
            for (CloseNode to : closes) {
                reports.add(network.channel(name + " to close " + reports.size(), to::receive));
            }
            participants.get(i).connect(fragments, reports);
        }
    }

    /** Runs to the end, and until the stable timestamp has passed everything. */
    void run() {
        long limit = STEPS_PER_TRANSACTION * parameters.transactions() * parameters.coordinators();
        while (!opens.stream().allMatch(OpenNode::isDone)) {
            takeStep();
            if (step > limit) {
                throw new AssertionError("no progress after steps=" + step);
            }
        }
        drain();
        long highest = opens.stream().mapToLong(OpenNode::highest).max().orElseThrow();
        opens.forEach(open -> open.observe(highest));
        opens.forEach(open -> open.flush(true));
        drain();
    }

    private void takeStep() {
        step++;
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

    private void drain() {
        while (!network.isEmpty()) {
            network.deliver(++step);
            if (network.isEmpty()) {
                closes.forEach(CloseNode::act);
            }
        }
    }

    SimulationParameters parameters() {
        return parameters;
    }

    Mechanism mechanism() {
        return mechanism;
    }

    Sabotage sabotage() {
        return sabotage;
    }

    Application application() {
        return application;
    }

    Journal journal() {
        return journal;
    }

    List<ParticipantNode> participants() {
        return participants;
    }

    long steps() {
        return step;
    }

    /** The installed values of all participants. */
    Map<Location, Value> finalState() {
        Map<Location, Value> state = new TreeMap<>(Location.ORDER);
        for (int i = 0; i < participants.size(); i++) {
            int operator = i / parameters.coordinators();
            participants
                    .get(i)
                    .values()
                    .forEach((key, value) -> state.put(new Location(operator, key), value));
        }
        return state;
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
