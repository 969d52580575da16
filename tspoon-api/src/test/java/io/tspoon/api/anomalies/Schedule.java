/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.anomalies;

import java.util.List;

/**
 * One way to provoke an anomaly.
 *
 * @param anomaly what is provoked
 * @param name unique among the schedules
 * @param play runs the transactions and says whether the anomaly has happened
 */
record Schedule(Anomaly anomaly, String name, Play play) {
    /** The transactions of a schedule. */
    @FunctionalInterface
    interface Play {
        boolean happens(Interleaving run) throws InterruptedException;
    }

    static List<Schedule> all() {
        return List.of(
                new Schedule(Anomaly.G0, "G0", Schedule::dirtyWrite),
                new Schedule(Anomaly.G1A, "G1a", Schedule::abortedRead),
                new Schedule(Anomaly.G1B, "G1b", Schedule::intermediateRead),
                new Schedule(Anomaly.G1C, "G1c", Schedule::circularFlow),
                new Schedule(Anomaly.OTV, "OTV", Schedule::observedTransactionVanishes),
                new Schedule(Anomaly.P4, "P4", Schedule::lostUpdate),
                new Schedule(Anomaly.G_SINGLE, "G-single early", Schedule::readBeforeCommit),
                new Schedule(Anomaly.G_SINGLE, "G-single late", Schedule::readAfterWriter),
                new Schedule(Anomaly.G2_ITEM, "G2-item held", Schedule::skewAroundHeldWrite),
                new Schedule(Anomaly.G2_ITEM, "G2-item late", Schedule::skewByLateWrite),
                new Schedule(Anomaly.OUT_OF_ORDER, "order", Schedule::outOfOrder));
    }

    /** The only schedule for an anomaly. */
    static Schedule of(Anomaly anomaly) {
        List<Schedule> schedules =
                all().stream().filter(schedule -> schedule.anomaly == anomaly).toList();
        if (schedules.size() != 1) {
            throw new IllegalArgumentException(
                    "Cannot choose schedule: there are several, or none, anomaly=" + anomaly);
        }
        return schedules.get(0);
    }

    /** T2 writes both keys between the two writes of T1. */
    private static boolean dirtyWrite(Interleaving run) throws InterruptedException {
        writeBothAroundEachOther(run);
        return run.installed(run.x()) != run.installed(run.y());
    }

    private static boolean outOfOrder(Interleaving run) throws InterruptedException {
        writeBothAroundEachOther(run);
        return run.installed(run.x()) == 1 && run.installed(run.y()) == 1;
    }

    private static void writeBothAroundEachOther(Interleaving run) throws InterruptedException {
        String gate = run.gate(0);
        run.enter(run.transaction(1).write(run.x(), 1).write(run.y(), 1).behind(gate));
        run.enter(run.transaction(2).write(run.x(), 2).write(run.y(), 2));
        run.finish();
    }

    /** T2 reads while T1 has written and is going to abort. */
    private static boolean abortedRead(Interleaving run) throws InterruptedException {
        Script reader = run.transaction(2).read(run.x());
        run.enter(run.transaction(1).write(run.x(), 1).abortedAfter(run.gate(0)));
        run.enter(reader);
        run.finish();
        return run.seen(reader, run.x()) == 1;
    }

    /**
     * T2 reads between the two writes of T1 to one key. When T1 is repeated, its writes take two
     * ways and may come in either order; the version that it installs tells which one was last.
     */
    private static boolean intermediateRead(Interleaving run) throws InterruptedException {
        Script reader = run.transaction(2).read(run.x());
        run.enter(run.transaction(1).write(run.x(), 1).write(run.x(), 2).behind(run.gate(0)));
        run.enter(reader);
        run.finish();
        long seen = run.seen(reader, run.x());
        return seen != 0 && seen != run.installed(run.x());
    }

    /** Both have written before either reads. */
    private static boolean circularFlow(Interleaving run) throws InterruptedException {
        Script first = run.transaction(1).write(run.x(), 1).read(run.y()).behind(run.gate(0));
        Script second = run.transaction(2).write(run.y(), 2).read(run.x()).behind(run.gate(1));
        run.enter(first);
        run.enter(second);
        run.finish();
        return run.seen(first, run.y()) == 2 && run.seen(second, run.x()) == 1;
    }

    /**
     * T1 has committed and is installed at x, but the instance of y is busy with T3, and finds the
     * read of T2 before the decision of T1.
     */
    private static boolean observedTransactionVanishes(Interleaving run)
            throws InterruptedException {
        String decision = run.gate(0);
        String busy = run.gate(1);
        String readOfX = run.gate(2);
        Script reader = run.transaction(2).read(run.x()).behind(readOfX).read(run.y());
        run.enter(run.transaction(1).write(run.x(), 1).heldAfter(decision).write(run.y(), 1));
        run.submit(run.transaction(3).read(run.besideY()).heldInside(busy));
        run.awaitReached(busy);
        run.submit(reader);
        run.awaitReached(readOfX);
        run.awaitSent(reader.coordinator());
        run.open(decision);
        if (!run.isOrdered()) {
            run.awaitInstalled(run.x(), 1);
            run.open(readOfX);
            run.awaitRun(reader);
        }
        run.finish();
        return run.seen(reader, run.x()) == 1 && run.seen(reader, run.y()) == 0;
    }

    /** T2 updates while T1 has updated and is not decided. */
    private static boolean lostUpdate(Interleaving run) throws InterruptedException {
        run.enter(run.transaction(1).update(run.x(), 1).heldAfter(run.gate(0)));
        run.enter(run.transaction(2).update(run.x(), 1));
        run.finish();
        return run.installed(run.x()) == 1;
    }

    /** T2 reads x before T1 commits, and y after that. */
    private static boolean readBeforeCommit(Interleaving run) throws InterruptedException {
        String commit = run.gate(0);
        Script writer = run.transaction(1).write(run.x(), 1).heldAfter(commit).write(run.y(), 1);
        Script reader = run.transaction(2).read(run.x()).read(run.y()).behind(run.gate(1));
        run.enter(writer);
        run.enter(reader);
        run.open(commit);
        run.result(writer);
        run.finish();
        return run.seen(reader, run.x()) != run.seen(reader, run.y());
    }

    /** T2 enters first and reads x; then T1 writes both; then T2 reads y. */
    private static boolean readAfterWriter(Interleaving run) throws InterruptedException {
        Script reader = run.transaction(2).read(run.x()).read(run.y()).behind(run.gate(0));
        run.enter(reader);
        run.enter(run.transaction(1).write(run.x(), 1).write(run.y(), 1));
        run.finish();
        return run.seen(reader, run.x()) != run.seen(reader, run.y());
    }

    /** T2 does all of its work while T1 has done its own and is not decided. */
    private static boolean skewAroundHeldWrite(Interleaving run) throws InterruptedException {
        Script first = run.transaction(1).read(run.y()).write(run.x(), 1).heldAfter(run.gate(0));
        return skew(run, first);
    }

    /** T2 does all of its work between the read and the write of T1. */
    private static boolean skewByLateWrite(Interleaving run) throws InterruptedException {
        Script first = run.transaction(1).read(run.y()).write(run.x(), 1).behind(run.gate(0));
        return skew(run, first);
    }

    private static boolean skew(Interleaving run, Script first) throws InterruptedException {
        Script second = run.transaction(2).read(run.x()).write(run.y(), 1);
        run.enter(first);
        run.enter(second);
        run.finish();
        return run.seen(first, run.y()) == 0 && run.seen(second, run.x()) == 0;
    }
}
