/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.order.ArrivalOrder;
import io.tspoon.protocol.order.Arrivals;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/** One simulated participant: merges what arrives, and sends on what is announced. */
final class ParticipantNode implements Announcements<Integer, Long, SimulatedAccess> {
    /** Instead of an id: no coordinator joins. */
    static final long NOBODY = -1;

    private final int index;
    private final ChainSimulation simulation;
    private final SplittableRandom random;
    private final DeterministicParticipant<Integer, Long, SimulatedAccess> participant;
    private final Map<Integer, KeyChain<Integer, Long, SimulatedAccess>> keys = new HashMap<>();
    private final List<ArrayDeque<SimulatedTransaction>> arrived = new ArrayList<>();
    private final ArrivalOrder order;
    private final List<Wires.Wire<Said>> wires = new ArrayList<>();
    private final Wires.Wire<ParticipantNode> wakeUps;
    private List<Row> rows = new ArrayList<>();
    private long toldJudged = Timestamps.NONE;
    private long toldSettled = Timestamps.NONE;
    private long highestSeen = Timestamps.NONE;

    /**
     * What a participant says to closes.
     *
     * @param joined the highest id that it has seen, if its coordinator joins
     */
    record Said(int participant, List<Row> rows, long judged, long settled, long joined) {}

    enum Kind {
        OBJECTS,
        WITHDRAWS,
        APPLIED,
        CERTAIN,
        SETTLED
    }

    record Row(
            Kind kind,
            long id,
            int coordinator,
            int instances,
            boolean flag,
            @Nullable SimulatedAccess access) {}

    ParticipantNode(int index, ChainSimulation simulation, SplittableRandom random) {
        this.index = index;
        this.simulation = simulation;
        this.random = random;
        SimulationShape shape = simulation.shape();
        this.order = new ArrivalOrder(shape.coordinators());
        for (int i = 0; i < shape.coordinators(); i++) {
            arrived.add(new ArrayDeque<>());
        }
        SpeculationDepth depth =
                shape.depth() == 0
                        ? SpeculationDepth.steered()
                        : SpeculationDepth.of(shape.depth());
        this.participant =
                PlantedParticipants.participant(
                        simulation.plant(),
                        shape.coordinators(),
                        shape.load(),
                        depth,
                        shape.repairBudget(),
                        this);
        this.wakeUps = simulation.wires().wire(ParticipantNode::step);
    }

    void connect(Wires.Wire<Said> toClose) {
        wires.add(toClose);
    }

    void receive(OpenNode.Block block) {
        if (block.joins()) {
            join(block.coordinator());
            return;
        }
        for (SimulatedTransaction part : block.parts()) {
            highestSeen = Math.max(highestSeen, part.id);
        }
        if (block.promise() != Arrivals.LEFT) {
            highestSeen = Math.max(highestSeen, block.promise());
        }
        for (OpenNode.Notice notice : block.notices()) {
            participant.notice(notice.id(), notice.abort());
        }
        participant.finalUpTo(block.coordinator(), block.finalUpTo());
        arrived.get(block.coordinator()).addAll(block.parts());
        order.promised(block.coordinator(), block.promise());
        if (random.nextInt(100) < simulation.shape().pausePercent()) {
            wakeUps.send(this);
        } else {
            step();
        }
    }

    private void join(int coordinator) {
        order.joined(coordinator, highestSeen);
        participant.finalUpTo(coordinator, highestSeen);
        Said answer = new Said(index, List.of(), toldJudged, toldSettled, highestSeen);
        wires.get(coordinator).send(answer);
    }

    private void step() {
        try {
            work();
        } catch (SimulatedLoad.FunctionException e) {
            simulation.failed(e);
            return;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        tell();
        if (participant.mustRepair()) {
            wakeUps.send(this);
        }
    }

    private void work() throws Exception {
        participant.repair();
        ArrayDeque<SimulatedTransaction> next = lowest();
        while (next != null && participant.mayBegin() && mayRun(next.element())) {
            run(next.remove());
            next = lowest();
        }
        participant.arrived(arrivedUpTo(next));
    }

    /** Who joins stays above all that was seen, so without coordinators that is all there is. */
    private long arrivedUpTo(@Nullable ArrayDeque<SimulatedTransaction> next) {
        if (next != null) {
            return order.promise(next.element().id);
        }
        return order.complete() == Arrivals.LEFT ? highestSeen : order.promise(Arrivals.LEFT);
    }

    private boolean mayRun(SimulatedTransaction transaction) {
        return transaction.id <= order.complete()
                || (simulation.plant() == Plant.RUNS_BEFORE_PROMISES && random.nextInt(4) == 0);
    }

    private @Nullable ArrayDeque<SimulatedTransaction> lowest() {
        ArrayDeque<SimulatedTransaction> lowest = null;
        for (ArrayDeque<SimulatedTransaction> queue : arrived) {
            if (!queue.isEmpty() && (lowest == null || queue.element().id < lowest.element().id)) {
                lowest = queue;
            }
        }
        return lowest;
    }

    private void run(SimulatedTransaction transaction) throws Exception {
        participant.begin(
                transaction.id,
                transaction.coordinator,
                0,
                transaction.isConditional() ? transaction.instances() : 0);
        SimulatedAccess last = null;
        for (SimulatedAccess access : transaction.accesses) {
            if (access.participant == index) {
                if (last != null) {
                    participant.access(chain(last), last.mode, last.mayFail, last);
                }
                access.begun++;
                last = access;
            }
        }
        participant.lastAccess(chain(Objects.requireNonNull(last)), last.mode, last.mayFail, last);
    }

    private KeyChain<Integer, Long, SimulatedAccess> chain(SimulatedAccess access) {
        return keys.computeIfAbsent(access.key, this::chainOf);
    }

    private void tell() {
        long judged =
                simulation.plant() == Plant.JUDGED_IN_SPITE_OF_REPAIR
                        ? Math.max(toldJudged, participant.judged())
                        : participant.judged();
        long settled = participant.settled();
        if (settled < toldSettled) {
            throw new AssertionError("settled goes back: " + this);
        }
        if (rows.isEmpty() && judged == toldJudged && settled == toldSettled) {
            return;
        }
        toldJudged = judged;
        toldSettled = settled;
        Said said = new Said(index, rows, judged, settled, NOBODY);
        wires.forEach(wire -> wire.send(said));
        rows = new ArrayList<>();
    }

    @Override
    public void certain(long id, int coordinator, SimulatedAccess access, boolean fails) {
        rows.add(new Row(Kind.CERTAIN, id, coordinator, 0, fails, access));
        simulation.journal().certain(access);
    }

    @Override
    public void settled(long id, int coordinator, SimulatedAccess access, boolean aborted) {
        rows.add(new Row(Kind.SETTLED, id, coordinator, 0, aborted, access));
        simulation.journal().settled(access);
    }

    @Override
    public void objects(long id, int coordinator, int slot, int instances) {
        rows.add(new Row(Kind.OBJECTS, id, coordinator, instances, true, null));
    }

    @Override
    public void withdraws(long id) {
        rows.add(new Row(Kind.WITHDRAWS, id, 0, 0, false, null));
    }

    @Override
    public void applied(long id, boolean abort) {
        rows.add(new Row(Kind.APPLIED, id, 0, 0, abort, null));
    }

    private KeyChain<Integer, Long, SimulatedAccess> chainOf(int key) {
        return new HeapChain<>(key, null) {
            @Override
            protected void install(long id, @Nullable Long value) {
                super.install(id, value);
                simulation.journal().installed(index, key, id);
            }
        };
    }

    boolean isIdle() {
        return participant.isIdle()
                && lowest() == null
                && keys.values().stream().allMatch(KeyChain::isFree);
    }

    @Nullable Long value(int key) {
        KeyChain<Integer, Long, SimulatedAccess> chain = keys.get(key);
        return chain == null ? null : chain.installed();
    }

    @Override
    public String toString() {
        return "participant "
                + index
                + ": judged="
                + participant.judged()
                + ", settled="
                + participant.settled()
                + ", unsettled="
                + participant.unsettled()
                + ", next="
                + (lowest() == null ? "none" : "" + lowest().element().id)
                + ", complete="
                + order.complete();
    }
}
