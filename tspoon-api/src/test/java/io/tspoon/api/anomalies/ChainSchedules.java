/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.anomalies;

import java.util.List;

/**
 * The schedules for deterministic chains, in a t-graph with one state. A gate can only be inside an
 * access, where it holds the instance of its key. So another key, elsewhere, keeps a transaction
 * undecided, and an access that must not be repeated too early is the first one behind a gate.
 *
 * <p>What others see meanwhile is what {@link Interleaving#awaitSeen} awaits. It is not final, and
 * must not remain if it turns out to be wrong.
 */
final class ChainSchedules {
    private ChainSchedules() {}

    static List<Schedule> all() {
        return List.of(
                new Schedule(Anomaly.G0, "G0", ChainSchedules::dirtyWrite),
                new Schedule(Anomaly.G1A, "G1a", ChainSchedules::abortedRead),
                new Schedule(Anomaly.G1B, "G1b", ChainSchedules::intermediateRead),
                new Schedule(Anomaly.G1C, "G1c", ChainSchedules::circularFlow),
                new Schedule(Anomaly.OTV, "OTV", ChainSchedules::observedTransactionVanishes),
                new Schedule(Anomaly.P4, "P4", ChainSchedules::lostUpdate),
                new Schedule(Anomaly.G_SINGLE, "G-single early", ChainSchedules::readBeforeCommit),
                new Schedule(Anomaly.G_SINGLE, "G-single late", ChainSchedules::readAfterWriter),
                new Schedule(Anomaly.G2_ITEM, "G2-item", ChainSchedules::skew),
                new Schedule(Anomaly.OUT_OF_ORDER, "order", ChainSchedules::outOfOrder));
    }

    private static boolean dirtyWrite(Interleaving run) throws InterruptedException {
        writeBothAroundEachOther(run);
        return run.installed(run.x()) != run.installed(run.y());
    }

    private static boolean outOfOrder(Interleaving run) throws InterruptedException {
        writeBothAroundEachOther(run);
        return run.installed(run.x()) == 1 && run.installed(run.y()) == 1;
    }

    /** T2 writes x before T1 writes y. */
    private static void writeBothAroundEachOther(Interleaving run) throws InterruptedException {
        Script second = run.transaction(2).write(run.x(), 2).write(run.y(), 2);
        enterHeld(run, run.transaction(1).write(run.x(), 1).write(run.y(), 1));
        run.submit(second);
        run.awaitRun(second);
        run.finish();
    }

    /** A transaction enters, and its last access holds the instance of its key. */
    private static void enterHeld(Interleaving run, Script script) throws InterruptedException {
        String gate = run.gate(0);
        run.submit(script.heldInside(gate));
        run.awaitReached(gate);
    }

    /** T2 has read what T1 has written before T1 aborts. */
    private static boolean abortedRead(Interleaving run) throws InterruptedException {
        String gate = run.gate(0);
        Script reader = run.transaction(2).read(run.x());
        run.submit(
                run.transaction(1).write(run.x(), 1).write(run.elsewhere(), 1).abortedInside(gate));
        run.awaitReached(gate);
        run.submit(reader);
        run.awaitSeen(reader, 1);
        run.finish();
        return run.seen(reader, run.x()) == 1;
    }

    /** All accesses of a transaction to a key run in one go, so T2 can only come behind. */
    private static boolean intermediateRead(Interleaving run) throws InterruptedException {
        Script reader = run.transaction(2).read(run.elsewhere()).read(run.x());
        enterHeld(run, run.transaction(1).write(run.x(), 1).write(run.x(), 2));
        run.submit(reader);
        run.awaitRun(reader);
        run.finish();
        return run.seen(reader, run.x()) == 1;
    }

    /** T2 has read x before T1 reads y. */
    private static boolean circularFlow(Interleaving run) throws InterruptedException {
        Script first = run.transaction(1).write(run.x(), 1).read(run.y());
        Script second = run.transaction(2).read(run.x()).write(run.y(), 2);
        enterHeld(run, first);
        run.submit(second);
        run.awaitSeen(second, 1);
        run.finish();
        return run.seen(first, run.y()) == 2 && run.seen(second, run.x()) == 1;
    }

    /** T2 has read x from T1 while the instance of y is busy with T3, which came before both. */
    private static boolean observedTransactionVanishes(Interleaving run)
            throws InterruptedException {
        Script reader = run.transaction(2).read(run.x()).read(run.y());
        enterHeld(run, run.transaction(3).read(run.besideY()));
        Script writer = run.transaction(1).write(run.x(), 1).write(run.y(), 1);
        run.submit(writer);
        run.awaitRun(writer);
        run.submit(reader);
        run.awaitSeen(reader, 1);
        run.finish();
        return run.seen(reader, run.x()) == 1 && run.seen(reader, run.y()) == 0;
    }

    /** T2 updates while T1 has updated and is not decided. */
    private static boolean lostUpdate(Interleaving run) throws InterruptedException {
        Script second = run.transaction(2).update(run.x(), 1);
        enterHeld(run, run.transaction(1).update(run.x(), 1).update(run.elsewhere(), 1));
        run.submit(second);
        run.awaitSeen(second, 1);
        run.finish();
        return run.installed(run.x()) == 1;
    }

    /** T2 has read x before T1 writes y. */
    private static boolean readBeforeCommit(Interleaving run) throws InterruptedException {
        Script reader = run.transaction(2).read(run.x()).read(run.y());
        enterHeld(run, run.transaction(1).write(run.x(), 1).write(run.y(), 1));
        run.submit(reader);
        run.awaitSeen(reader, 1);
        run.finish();
        return run.seen(reader, run.x()) != run.seen(reader, run.y());
    }

    /** T2 enters first and reads x; then T1 writes x; then T2 reads y. */
    private static boolean readAfterWriter(Interleaving run) throws InterruptedException {
        Script reader = run.transaction(2).read(run.x()).read(run.y());
        Script writer = run.transaction(1).write(run.x(), 1).write(run.y(), 1);
        enterHeld(run, reader);
        run.submit(writer);
        run.awaitRun(writer);
        run.finish();
        return run.seen(reader, run.x()) != run.seen(reader, run.y());
    }

    /** T2 has read x while T1, which writes it, is not decided. */
    private static boolean skew(Interleaving run) throws InterruptedException {
        Script first =
                run.transaction(1).read(run.y()).write(run.x(), 1).update(run.elsewhere(), 1);
        Script second = run.transaction(2).read(run.x()).write(run.y(), 1);
        enterHeld(run, first);
        run.submit(second);
        run.awaitSeen(second, 1);
        run.finish();
        return run.seen(first, run.y()) == 0 && run.seen(second, run.x()) == 0;
    }
}
