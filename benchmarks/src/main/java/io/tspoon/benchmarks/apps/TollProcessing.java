/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import java.util.List;
import java.util.SplittableRandom;

/**
 * TP, Toll Processing: a report of a vehicle's position updates the average speed of the segment
 * and the set of vehicles that were seen there; average and number make the toll. The figures of a
 * record are sum and number of the speeds, or the number of vehicles; the set is one bit for each.
 */
final class TollProcessing extends TableApplication {
    private static final long serialVersionUID = 1L;
    private static final int SEGMENTS = 100;
    private static final int VEHICLES = 1 << 10;
    private static final int FIGURES_BYTES = 20;
    private static final int MOST_SPEED = 100;
    static final int SPEEDS = 0;
    static final int COUNTS = 1;

    static final Table SPEED_TABLE = new Table("speeds", FIGURES_BYTES, 0, 0);
    static final Table VEHICLE_TABLE =
            new Table("vehicles", FIGURES_BYTES + VEHICLES / Byte.SIZE, 0, 0);

    /** The toll needs both: the number goes above the average, in one figure. */
    private static final long COUNT_UNIT = 1_000;

    private final Zipf zipf;

    TollProcessing(double skew) {
        super(List.of(SPEED_TABLE, VEHICLE_TABLE));
        zipf = new Zipf(SEGMENTS, skew);
    }

    @Override
    int records() {
        return SEGMENTS;
    }

    @Override
    List<Access> accesses(SplittableRandom random, long start) {
        int segment = zipf.draw(random);
        int speed = random.nextInt(MOST_SPEED);
        int vehicle = random.nextInt(VEHICLES);
        return List.of(
                new Access(SPEEDS, segment, 0, speed, 0, true, start),
                new Access(COUNTS, segment, 0, vehicle, 0, false, start));
    }

    /** The report of an event in one: the speed is x, the vehicle y. */
    Access report(Tick tick) {
        List<Access> accesses = accesses(tick);
        if (Questions.isQuestion(tick)) {
            return accesses.get(0);
        }
        Access speed = accesses.get(SPEEDS);
        Access vehicle = accesses.get(COUNTS);
        return new Access(0, speed.key(), 0, speed.x(), vehicle.x(), true, tick.start());
    }

    @Override
    boolean mayAbort() {
        return false;
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        return new TableSums(this, found, TollProcessing::add);
    }

    private static void add(Access access, ExpectedCell record) {
        if (access.table() == SPEEDS) {
            record.add(access.x(), 1);
        } else {
            record.setBit((int) access.x());
        }
    }

    @Override
    public void apply(ValueAccess<Cell> value, Access access, StateContext<Answer> transaction) {
        Cell before = cell(value);
        boolean speed = access.table() == SPEEDS;
        Cell after = speed ? faster(before, access.x()) : seen(before, (int) access.x());
        value.set(after);
        long answer = speed ? average(after) : ofCount(after);
        transaction.emit(new Answer(answer, access.start()));
    }

    /** The average speed; 0 before the first report. */
    static long average(Cell speeds) {
        return speeds.y() == 0 ? 0 : speeds.x() / speeds.y();
    }

    /** What the number of vehicles adds to the toll. */
    static long ofCount(Cell vehicles) {
        return vehicles.x() * COUNT_UNIT;
    }

    /** The speeds of a segment after one more. */
    static Cell faster(Cell before, long speed) {
        return before.with(before.x() + speed, before.y() + 1);
    }

    /** The vehicles of a segment after one was seen. */
    static Cell seen(Cell before, int vehicle) {
        int bit = 1 << (vehicle % Byte.SIZE);
        if ((before.rest()[vehicle / Byte.SIZE] & bit) != 0) {
            return before;
        }
        byte[] vehicles = before.rest().clone();
        vehicles[vehicle / Byte.SIZE] |= (byte) bit;
        return new Cell(before.x() + 1, 0, vehicles);
    }
}
