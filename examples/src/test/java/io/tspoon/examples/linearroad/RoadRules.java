/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Each rule by hand, for whatever executes messages one after the other. */
abstract class RoadRules {
    private static final Road EAST = new Road(0, Road.EAST);
    private static final Road WEST = new Road(0, Road.WEST);
    private static final int MINUTE = 60;
    private static final int LANE = 2;

    /** Who looks what a segment costs; others have lower numbers. */
    private static final int WITNESS = 90_000;

    private int witness = WITNESS;

    abstract SerialRoad.Outcome execute(RoadMessage message);

    // ------------------------------------------------------------------ toll

    @Test
    void fiftyVehiclesPayNothingAndMoreTwiceTheSquareOfTheirExcess() {
        crowd(50, 7, 0, 39);
        assertThat(toll(7, MINUTE)).isEqualTo(said(39, 0));
        crowd(51, 8, MINUTE, 39);
        assertThat(toll(8, 2 * MINUTE)).isEqualTo(said(39, 2));
        crowd(60, 9, 2 * MINUTE, 39);
        assertThat(toll(9, 3 * MINUTE)).isEqualTo(said(39, 200));
    }

    @Test
    void tollIsForSlowSegmentsOnly() {
        crowd(60, 7, 0, 40);
        assertThat(toll(7, MINUTE)).isEqualTo(said(40, 0));
    }

    @Test
    void onlyTheMinuteBeforeCountsForVehicles() {
        crowd(60, 7, 0, 20);
        assertThat(toll(7, MINUTE - 1)).isEqualTo(said(0, 0));
        // The vehicle that asked drove at 99.
        assertThat(toll(7, 2 * MINUTE)).isEqualTo(said((60 * 20 + 99) / 61, 0));
    }

    @Test
    void vehicleThatReportsTwiceIsOne() {
        for (int vehicle = 0; vehicle < 40; vehicle++) {
            report(0, vehicle, 20, at(EAST, 7));
        }
        for (int vehicle = 0; vehicle < 40; vehicle++) {
            report(30, vehicle, 20, at(EAST, 7));
        }
        assertThat(toll(7, MINUTE)).isEqualTo(said(20, 0));
    }

    @Test
    void vehicleCountsInEachOfTwoSegmentsAndMinutes() {
        for (int time : new int[] {0, 30, 60}) {
            for (int vehicle = 0; vehicle < 60; vehicle++) {
                report(time, vehicle, 20, at(EAST, time == 0 ? 7 : 8));
            }
        }
        assertThat(toll(7, MINUTE)).isEqualTo(said(20, 200));
        assertThat(toll(8, MINUTE)).isEqualTo(said(20, 200));
        assertThat(toll(8, 2 * MINUTE)).isEqualTo(said(20, 242));
    }

    // ------------------------------------------------------------------ average speed

    @Test
    void averageIsCutOff() {
        for (int vehicle = 0; vehicle < 51; vehicle++) {
            report(0, vehicle, vehicle == 0 ? 39 : 40, at(EAST, 7));
        }
        assertThat(toll(7, MINUTE)).isEqualTo(said(39, 2));
    }

    @Test
    void eachVehicleOfAMinuteWeighsTheSame() {
        report(0, 1, 10, at(EAST, 7));
        report(0, 2, 71, at(EAST, 7));
        report(30, 1, 11, at(EAST, 7));
        assertThat(toll(7, MINUTE)).isEqualTo(said(40, 0));
    }

    @Test
    void eachMinuteWeighsTheSame() {
        crowd(1, 7, 0, 20);
        crowd(3, 7, MINUTE, 60);
        assertThat(toll(7, 2 * MINUTE)).isEqualTo(said(40, 0));
    }

    /** They have no average. */
    @Test
    void minutesWithoutVehiclesDoNotCount() {
        crowd(1, 7, 0, 50);
        assertThat(toll(7, 5 * MINUTE)).isEqualTo(said(50, 0));
    }

    @Test
    void averageLooksBackFiveMinutes() {
        crowd(1, 7, 0, 90);
        crowd(1, 7, MINUTE, 30);
        crowd(1, 7, 5 * MINUTE, 40);
        assertThat(toll(7, 6 * MINUTE)).isEqualTo(said(35, 0));
    }

    /** Thirds and their like add up to a whole number, which doubles may miss. */
    @Test
    void averageIsExact() {
        crowd(1, 7, 0, 21);
        crowd(1, 7, 0, 20);
        crowd(1, 7, 0, 20);
        crowd(1, 7, MINUTE, 20);
        crowd(1, 7, MINUTE, 19);
        crowd(1, 7, MINUTE, 20);
        assertThat(toll(7, 2 * MINUTE)).isEqualTo(said(20, 0));
    }

    // ------------------------------------------------------------------ segments

    @Test
    void tollIsSaidInEachNewSegmentOnly() {
        assertThat(report(0, 1, 50, at(EAST, 7))).isNotNull();
        assertThat(report(30, 1, 50, new Place(EAST, LANE, 7 * Road.SEGMENT_FEET + 99))).isNull();
        assertThat(report(60, 1, 50, at(EAST, 8))).isNotNull();
    }

    @Test
    void sidesOfARoadAreApart() {
        crowd(60, 7, 0, 20);
        assertThat(report(MINUTE, ++witness, 50, at(WEST, 7)).toll().cents()).isZero();
        assertThat(report(MINUTE, ++witness, 50, at(new Road(1, 0), 7)).toll().cents()).isZero();
    }

    // ------------------------------------------------------------------ accounts

    @Test
    void tollIsPaidByWhoGoesOn() {
        crowd(60, 7, 0, 20);
        report(MINUTE, 9_000, 20, at(EAST, 7));
        assertThat(balance(MINUTE, 9_000)).isZero();
        report(MINUTE + 30, 9_000, 20, new Place(EAST, 1, 7 * Road.SEGMENT_FEET + 99));
        assertThat(balance(MINUTE + 30, 9_000)).isZero();
        report(2 * MINUTE, 9_000, 20, at(EAST, 8));
        assertThat(balance(2 * MINUTE, 9_000)).isEqualTo(200);
    }

    @Test
    void whoExitsPaysNothingForTheSegment() {
        crowd(60, 7, 0, 20);
        report(MINUTE, 9_000, 20, at(EAST, 7));
        assertThat(report(MINUTE + 30, 9_000, 20, exit(7))).isNull();
        report(2 * MINUTE, 9_000, 20, at(EAST, 8));
        assertThat(balance(2 * MINUTE, 9_000)).isZero();
    }

    @Test
    void whoExitsInTheNextSegmentPaysForTheOneBefore() {
        crowd(60, 7, 0, 20);
        report(MINUTE, 9_000, 20, at(EAST, 7));
        assertThat(report(MINUTE + 30, 9_000, 20, exit(8))).isNull();
        assertThat(balance(MINUTE + 30, 9_000)).isEqualTo(200);
    }

    @Test
    void whoComesBackAfterAPauseBeginsAgain() {
        crowd(60, 7, 0, 20);
        report(MINUTE, 9_000, 20, at(EAST, 7));
        assertThat(report(2 * MINUTE, 9_000, 20, at(EAST, 7))).isNotNull();
        report(3 * MINUTE, 9_000, 20, at(EAST, 8));
        assertThat(balance(3 * MINUTE, 9_000)).isZero();
    }

    @Test
    void reportThatComesTooEarlyDoesNothing() {
        crowd(60, 7, 0, 20);
        report(MINUTE, 9_000, 20, at(EAST, 7));
        SerialRoad.Outcome early = execute(RoadMessage.report(MINUTE + 29, 9_000, 99, at(EAST, 8)));

        assertThat(early).isEqualTo(new SerialRoad.Outcome(LinearRoadGraph.EARLY, null));
        assertThat(balance(MINUTE + 29, 9_000)).isZero();
        assertThat(toll(8, 2 * MINUTE)).isEqualTo(said(0, 0));
    }

    @Test
    void pastDayIsAnswered() {
        Answer answer = execute(RoadMessage.expenditure(5, 3, 77, 1, 69)).answer();

        long cents = new PastDay(3, 69, 1).cents();
        assertThat(answer.expenditure()).isEqualTo(new Expenditure(77, 5, 3, 69, 1, cents));
        assertThat(cents).isBetween(10L, 99L);
    }

    // ------------------------------------------------------------------ accidents

    @Test
    void accidentIsToldFromTheMinuteAfterItBegan() {
        crash(0, at(EAST, 20), 1, 2);
        assertThat(accident(EAST, 20, 119)).isNull();
        assertThat(accident(EAST, 20, 120)).isEqualTo(20);
    }

    @Test
    void accidentIsToldFourSegmentsBefore() {
        crash(0, at(EAST, 20), 1, 2);
        assertThat(accident(EAST, 16, 120)).isEqualTo(20);
        assertThat(accident(EAST, 15, 120)).isNull();
        assertThat(accident(EAST, 21, 120)).isNull();
        assertThat(accident(WEST, 20, 120)).isNull();
    }

    @Test
    void westIsTheOtherWay() {
        crash(0, at(WEST, 20), 1, 2);
        assertThat(accident(WEST, 24, 120)).isEqualTo(20);
        assertThat(accident(WEST, 25, 120)).isNull();
        assertThat(accident(WEST, 19, 120)).isNull();
    }

    @Test
    void nearestAccidentIsTold() {
        crash(0, at(EAST, 20), 1, 2);
        crash(90, at(EAST, 18), 3, 4);
        assertThat(accident(EAST, 17, 240)).isEqualTo(18);
        assertThat(accident(EAST, 19, 240)).isEqualTo(20);
    }

    @Test
    void threeReportsAreNoAccident() {
        for (int time = 0; time < 90; time += 30) {
            report(time, 1, 0, at(EAST, 20));
            report(time, 2, 0, at(EAST, 20));
        }
        assertThat(accident(EAST, 20, 120)).isNull();
    }

    @Test
    void oneVehicleIsNoAccident() {
        crash(0, at(EAST, 20), 1);
        assertThat(accident(EAST, 20, 120)).isNull();
    }

    @Test
    void anotherPlaceLaneOrSideIsNoAccident() {
        crash(0, at(EAST, 20), 1);
        crash(120, new Place(EAST, LANE + 1, 20 * Road.SEGMENT_FEET), 2);
        crash(240, new Place(EAST, LANE, 20 * Road.SEGMENT_FEET + 1), 3);
        crash(360, at(WEST, 20), 4);
        crash(480, at(new Road(1, Road.EAST), 20), 5);
        assertThat(accident(EAST, 20, 720)).isNull();
    }

    @Test
    void rampsHaveNoAccidents() {
        crash(0, new Place(EAST, Place.ENTRY_LANE, 20 * Road.SEGMENT_FEET), 1, 2);
        assertThat(accident(EAST, 20, 120)).isNull();
    }

    @Test
    void reportAfterAPauseIsTheFirstOfANewStop() {
        for (int time : new int[] {0, 30, 60, 120}) {
            report(time, 1, 0, at(EAST, 20));
            report(time, 2, 0, at(EAST, 20));
        }
        assertThat(accident(EAST, 20, 180)).isNull();
    }

    @Test
    void accidentIsToldInTheMinuteInWhichItIsCleared() {
        crash(0, at(EAST, 20), 1, 2);
        report(120, 1, 50, at(EAST, 21));
        assertThat(accident(EAST, 20, 179)).isEqualTo(20);
        assertThat(accident(EAST, 20, 180)).isNull();
    }

    @Test
    void accidentThatIsClearedAtOnceIsNotTold() {
        crash(30, at(EAST, 20), 1, 2);
        report(150, 1, 50, at(EAST, 21));
        assertThat(accident(EAST, 20, 179)).isNull();
        assertThat(accident(EAST, 20, 180)).isNull();
    }

    @Test
    void twoOfThreeAreStillAnAccident() {
        crash(0, at(EAST, 20), 1, 2, 3);
        report(120, 1, 50, at(EAST, 21));
        assertThat(accident(EAST, 20, 180)).isEqualTo(20);
    }

    /** The benchmark's validator knows one accident of a segment, ever. */
    @Test
    void segmentMayHaveAnotherAccident() {
        crash(0, at(EAST, 20), 1, 2);
        report(120, 1, 50, at(EAST, 21));
        report(120, 2, 50, at(EAST, 21));
        crash(300, at(EAST, 20), 3, 4);
        assertThat(accident(EAST, 20, 420)).isEqualTo(20);
    }

    @Test
    void vehicleThatComesBackElsewhereHasLeftItsAccident() {
        crash(0, at(EAST, 20), 1, 2);
        report(300, 1, 50, at(WEST, 3));
        assertThat(accident(EAST, 20, 360)).isNull();
    }

    @Test
    void nobodyPaysNearAnAccident() {
        crash(0, at(EAST, 20), 1, 2);
        for (int vehicle = 100; vehicle < 160; vehicle++) {
            report(120, vehicle, 20, at(EAST, 18));
        }
        assertThat(toll(18, 180)).isEqualTo(said(20, 0));
    }

    // ------------------------------------------------------------------

    private static Place at(Road road, int segment) {
        return new Place(road, LANE, segment * Road.SEGMENT_FEET);
    }

    private static Place exit(int segment) {
        return new Place(EAST, Place.EXIT_LANE, segment * Road.SEGMENT_FEET + 5_000);
    }

    private @Nullable Answer report(int time, int vehicle, int speed, Place place) {
        SerialRoad.Outcome outcome = execute(RoadMessage.report(time, vehicle, speed, place));
        assertThat(outcome.refusal()).as("report at %s of %s", time, vehicle).isEmpty();
        return outcome.answer();
    }

    /** New vehicles that report from a segment. */
    private void crowd(int vehicles, int segment, int time, int speed) {
        for (int i = 0; i < vehicles; i++) {
            report(time, ++witness, speed, at(EAST, segment));
        }
    }

    /** Vehicles that report four times from one place. */
    private void crash(int time, Place place, int... vehicles) {
        for (int i = 0; i < 4; i++) {
            for (int vehicle : vehicles) {
                report(time + 30 * i, vehicle, 0, place);
            }
        }
    }

    /** What a new vehicle is told, whoever it is. */
    private Toll toll(int segment, int time) {
        Toll toll = report(time, ++witness, 99, at(EAST, segment)).toll();
        return said(toll.velocity(), toll.cents());
    }

    private static Toll said(int velocity, long cents) {
        return new Toll(0, 0, velocity, cents);
    }

    /** Segment of the accident of which a new vehicle is told; null for none. */
    private @Nullable Integer accident(Road road, int segment, int time) {
        Alert alert = report(time, ++witness, 99, at(road, segment)).alert();
        return alert == null ? null : alert.segment();
    }

    private long balance(int time, int vehicle) {
        return execute(RoadMessage.balance(time, vehicle, 5)).answer().balance().cents();
    }
}
