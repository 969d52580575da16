/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** Packed numbers say the same as the reports themselves, from which all is worked out here. */
class LinearRoadTest {
    private static final long FIRST = 1L << 40;
    private static final int EVENTS = 40_000;

    private final LinearRoad road = new LinearRoad(new RoadTraffic(1, 1_500));

    /** Reports by segment and minute. */
    private final Map<List<Integer>, List<RoadStep>> heard = new HashMap<>();

    private final Map<Integer, List<RoadStep>> trips = new HashMap<>();
    private final Map<Long, Set<Integer>> standing = new HashMap<>();

    /** By road and mile, from and to which minute an accident is known. */
    private final Map<Long, int[]> open = new HashMap<>();

    private final Map<List<Integer>, List<int[]>> known = new HashMap<>();
    private final Map<Integer, Long> due = new HashMap<>();
    private final Map<Integer, Long> paid = new HashMap<>();

    @Test
    void answersAndAccountsAreThoseOfTheReports() {
        Oracle oracle = road.oracle();
        int tolls = 0;
        int alerts = 0;

        for (long event = FIRST; event < FIRST + EVENTS; event++) {
            Oracle.Expected found = oracle.execute(event);
            RoadStep report = road.report(new Tick(event, 0));
            long expected = expected(report);
            assertThat(found.answer()).as("%s", report).isEqualTo(expected);
            Object account = found.updates().get(Oracle.name("accounts", report.vehicle()));
            if (account != null) {
                assertThat((long) account >> 24)
                        .as("%s", report)
                        .isEqualTo(paid.getOrDefault(report.vehicle(), 0L));
            }
            tolls += expected >> 10 > 0 ? 1 : 0;
            alerts += (int) (expected & 1);
        }

        assertThat(tolls).isGreaterThan(500);
        assertThat(alerts).isGreaterThan(500);
    }

    @Test
    void tollIsForSlowSegmentsOnly() {
        assertThat(tollAfter(60, 39, 1)).isEqualTo(200);
        assertThat(tollAfter(60, 40, 1)).isZero();
    }

    @Test
    void onlyTheMinuteBeforeCounts() {
        assertThat(tollAfter(60, 39, 2)).isZero();
    }

    @Test
    void tollOfTheSegmentOfAnExitIsNotPaid() {
        LinearRoad.InMemory states = new LinearRoad.InMemory();
        crowd(60, 20, states);
        LinearRoad.execute(report(999, 60, 2, 0), states);
        LinearRoad.execute(report(999, 90, RoadStep.EXIT_LANE, 0), states);
        LinearRoad.execute(report(999, 120, 0, 8), states);
        LinearRoad.execute(report(999, 600, 0, 0), states);

        assertThat(states.value(LinearRoad.ACCOUNTS, 999)).isEqualTo(0L);
    }

    /** Cents for who comes so many minutes after others. */
    private static long tollAfter(int vehicles, int speed, int minutes) {
        LinearRoad.InMemory states = new LinearRoad.InMemory();
        crowd(vehicles, speed, states);
        return LinearRoad.execute(report(999, 60 * minutes, 2, 0), states).value() >> 10;
    }

    private static void crowd(int vehicles, int speed, LinearRoad.States states) {
        for (int vehicle = 0; vehicle < vehicles; vehicle++) {
            LinearRoad.execute(
                    new RoadStep(vehicle, 0, 0, 2, 0, speed, 0, RoadStep.NONE, 0, 0), states);
        }
    }

    private static RoadStep report(int vehicle, int time, int lane, int mile) {
        return new RoadStep(vehicle, time, 0, lane, mile * 5_280, 50, 0, RoadStep.NONE, 0, 0);
    }

    private long expected(RoadStep report) {
        List<RoadStep> trip = trips.computeIfAbsent(report.vehicle(), vehicle -> new ArrayList<>());
        boolean isFirst =
                trip.isEmpty()
                        || last(trip).lane() == RoadStep.EXIT_LANE
                        || last(trip).time() < report.time() - 59;
        if (isFirst) {
            trip.clear();
        }
        int before = trip.isEmpty() ? -1 : last(trip).segment();
        stand(trip, report);
        trip.add(report);
        heard.computeIfAbsent(List.of(report.segment(), report.minute()), key -> new ArrayList<>())
                .add(report);
        if (before == report.segment()) {
            return 0;
        }
        Long owed = due.remove(report.vehicle());
        if (before >= 0 && owed != null) {
            paid.merge(report.vehicle(), owed, Long::sum);
        }
        if (report.lane() == RoadStep.EXIT_LANE) {
            return 0;
        }
        int vehicles = cars(report.segment(), report.minute() - 1).size();
        int velocity = velocity(report);
        boolean warned = isWarned(report);
        long cents =
                velocity < 40 && vehicles > 50 && !warned
                        ? 2L * (vehicles - 50) * (vehicles - 50)
                        : 0;
        due.put(report.vehicle(), cents);
        return (cents << 10) + velocity * 2L + (warned ? 1 : 0);
    }

    private void stand(List<RoadStep> trip, RoadStep report) {
        int reports = trip.size();
        Set<Integer> here = standing.computeIfAbsent(report.place(), place -> new HashSet<>());
        boolean hasStopped =
                reports >= 3
                        && report.lane() >= 1
                        && report.lane() <= 3
                        && trip.subList(reports - 3, reports).stream()
                                .allMatch(one -> one.place() == report.place());
        if (hasStopped && here.add(report.vehicle()) && here.size() == 2) {
            int[] span = {report.minute() + 1, Integer.MAX_VALUE};
            open.put(report.place(), span);
            known.computeIfAbsent(List.of(report.road(), report.mile()), key -> new ArrayList<>())
                    .add(span);
        }
        standing.forEach(
                (place, vehicles) -> {
                    boolean left = place != report.place() && vehicles.remove(report.vehicle());
                    if (left && vehicles.size() == 1) {
                        open.get(place)[1] = report.minute();
                    }
                });
        standing.values().removeIf(Set::isEmpty);
    }

    private boolean isWarned(RoadStep report) {
        for (int ahead = 0; ahead <= 4; ahead++) {
            int mile = report.mile() + (report.road() % 2 == 0 ? ahead : -ahead);
            if (known.getOrDefault(List.of(report.road(), mile), List.of()).stream()
                    .anyMatch(span -> span[0] <= report.minute() && report.minute() <= span[1])) {
                return true;
            }
        }
        return false;
    }

    private int velocity(RoadStep report) {
        return (int)
                List.of(5, 4, 3, 2, 1).stream()
                        .map(ago -> cars(report.segment(), report.minute() - ago))
                        .filter(cars -> !cars.isEmpty())
                        .mapToDouble(
                                cars ->
                                        cars.values().stream()
                                                .mapToDouble(Double::doubleValue)
                                                .average()
                                                .orElseThrow())
                        .average()
                        .orElse(0);
    }

    /** Average speed by vehicle. */
    private Map<Integer, Double> cars(int segment, int minute) {
        return heard.getOrDefault(List.of(segment, minute), List.of()).stream()
                .collect(
                        Collectors.groupingBy(
                                RoadStep::vehicle, Collectors.averagingInt(RoadStep::speed)));
    }

    private static RoadStep last(List<RoadStep> trip) {
        return trip.get(trip.size() - 1);
    }
}
