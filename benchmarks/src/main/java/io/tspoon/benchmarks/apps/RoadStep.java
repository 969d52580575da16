/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.ElementSerializer;
import io.tspoon.benchmarks.harness.ElementTypeInfo;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * A position report on its way from state to state, or a question for what they hold.
 *
 * @param vehicle that reports
 * @param time in seconds
 * @param road an expressway in one direction: twice its number, and 1 to the west
 * @param lane 0 to come in, 1 to 3, 4 to exit
 * @param feet position
 * @param speed in miles per hour
 * @param marks what it means, of {@link #QUESTION} and the others
 * @param figure its speed before in this segment and minute, then the segment of the next accident,
 *     then the toll in cents; {@link #NONE} for none
 * @param velocity average speed of the segment, once it is known
 * @param start when the report was due
 */
public record RoadStep(
        int vehicle,
        int time,
        int road,
        int lane,
        int feet,
        int speed,
        int marks,
        int figure,
        int velocity,
        long start) {
    static final ElementTypeInfo<RoadStep> TYPE =
            new ElementTypeInfo<>(RoadStep.class, Serializer.INSTANCE);

    static final int NONE = -1;
    static final int EXIT_LANE = 4;
    static final int SEGMENTS = 100;

    /** Marks. */
    static final int QUESTION = 1;

    static final int ENTERS = 2;
    static final int LEAVES = 4;
    static final int STOPS = 8;
    static final int FREES = 16;
    static final int ACCIDENT = 32;

    private static final int SEGMENT_FEET = 5_280;
    private static final int MINUTE = 60;
    private static final int LANES = 8;
    private static final int FEET = 1 << 20;

    boolean is(int mark) {
        return (marks & mark) != 0;
    }

    boolean isQuestion() {
        return is(QUESTION);
    }

    /** Whether accidents are to be looked at. */
    boolean concernsRoad() {
        return is(ENTERS | STOPS | FREES | QUESTION);
    }

    boolean changesRoad() {
        return is(STOPS | FREES | QUESTION);
    }

    /** Whether the account is to be looked at. */
    boolean concernsAccount() {
        return is(ENTERS | LEAVES | QUESTION);
    }

    /** Number of the minute, from 1. */
    int minute() {
        return time / MINUTE + 1;
    }

    /** The segment on its road. */
    int mile() {
        return feet / SEGMENT_FEET;
    }

    /** The segment among those of all roads. */
    int segment() {
        return road * SEGMENTS + mile();
    }

    /** Road, lane and position in one number. */
    long place() {
        return ((long) road * LANES + lane) * FEET + feet;
    }

    static int laneOf(long place) {
        return (int) (place / FEET % LANES);
    }

    static boolean isOnTravelLane(long place) {
        int lane = laneOf(place);
        return lane > 0 && lane < EXIT_LANE;
    }

    static int segmentOf(long place) {
        return (int) (place / FEET / LANES * SEGMENTS + place % FEET / SEGMENT_FEET);
    }

    RoadStep with(int newMarks, int newFigure) {
        return with(newMarks, newFigure, velocity);
    }

    RoadStep with(int newMarks, int newFigure, int newVelocity) {
        return new RoadStep(
                vehicle,
                time,
                road,
                lane,
                feet,
                speed,
                marks | newMarks,
                newFigure,
                newVelocity,
                start);
    }

    /** What a report is answered if it is not from a new segment. */
    Answer nothing() {
        return new Answer(0, start);
    }

    /** Toll, average speed and whether there is an accident ahead, in one number. */
    Answer notice() {
        return new Answer(((long) figure << 10) + velocity * 2L + (is(ACCIDENT) ? 1 : 0), start);
    }

    /** Writes the fields one after the other. */
    public static final class Serializer extends ElementSerializer<RoadStep> {
        private static final long serialVersionUID = 1L;
        static final Serializer INSTANCE = new Serializer();

        public Serializer() {
            super(36);
        }

        @Override
        public void serialize(RoadStep step, DataOutputView out) throws IOException {
            out.writeInt(step.vehicle);
            out.writeInt(step.time);
            out.writeShort(step.road);
            out.writeByte(step.lane);
            out.writeInt(step.feet);
            out.writeByte(step.speed);
            out.writeInt(step.marks);
            out.writeInt(step.figure);
            out.writeInt(step.velocity);
            out.writeLong(step.start);
        }

        @Override
        public RoadStep deserialize(DataInputView in) throws IOException {
            return new RoadStep(
                    in.readInt(),
                    in.readInt(),
                    in.readShort(),
                    in.readByte(),
                    in.readInt(),
                    in.readByte(),
                    in.readInt(),
                    in.readInt(),
                    in.readInt(),
                    in.readLong());
        }

        @Override
        public RoadStep createInstance() {
            return new RoadStep(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        }

        @Override
        public TypeSerializerSnapshot<RoadStep> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<RoadStep> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
