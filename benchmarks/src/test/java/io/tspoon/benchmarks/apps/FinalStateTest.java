/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.BenchmarkException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FinalStateTest {
    private static final int EVENTS = 5_000;

    static Stream<Application> applications() {
        return Stream.of(
                new GrepSum(0.5, 1),
                new StreamingLedger(0.6),
                new OnlineBidding(0.6),
                new TollProcessing(0.2),
                new SegmentTolls(0.2),
                new Leaderboard(2_000, 100));
    }

    static Stream<Application> applicationsWithAborts() {
        return applications().filter(one -> Execution.of(one).committed.cardinality() < EVENTS);
    }

    @ParameterizedTest
    @MethodSource("applications")
    void whatASerialExecutionLeavesIsAccepted(Application application) {
        Execution run = Execution.of(application);

        assertThatCode(() -> check(application, run)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("applications")
    void otherValuesAreNoticed(Application application) {
        Execution run = Execution.of(application);
        run.values.replaceAll((name, value) -> value instanceof Cell cell ? moved(cell) : 0L);

        assertThatThrownBy(() -> check(application, run))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("a record is not what");
    }

    private static Cell moved(Cell cell) {
        return cell.with(cell.x() - 1_000, cell.y());
    }

    @ParameterizedTest
    @MethodSource("applications")
    void aRecordThatIsMissingIsNoticed(Application application) {
        Execution run = Execution.of(application);
        run.values.clear();

        assertThatThrownBy(() -> check(application, run)).isInstanceOf(BenchmarkException.class);
    }

    @ParameterizedTest
    @MethodSource("applications")
    void anAbortThatHasLeftSomethingIsNoticed(Application application) {
        Execution run = Execution.of(application);
        run.committed.clear(run.lastCommitted);

        assertThatThrownBy(() -> check(application, run)).isInstanceOf(BenchmarkException.class);
    }

    @ParameterizedTest
    @MethodSource("applicationsWithAborts")
    void anAbortThatIsToldAsACommitIsNoticed(Application application) {
        Execution run = Execution.of(application);
        run.committed.set(run.committed.nextClearBit(0));

        assertThatThrownBy(() -> check(application, run)).isInstanceOf(BenchmarkException.class);
    }

    /** All that the last event has written. */
    @ParameterizedTest
    @MethodSource("sums")
    void anEventThatIsLostIsNoticed(Application application) {
        Execution run = Execution.of(application);
        run.values.putAll(run.beforeLast);

        assertThatThrownBy(() -> check(application, run))
                .hasMessageContaining("a record is not what the events leave");
    }

    static Stream<Application> sums() {
        return Stream.of(
                new StreamingLedger(0.6),
                new TollProcessing(0.2),
                new SegmentTolls(0.2),
                new Leaderboard(2_000, 100));
    }

    /** Else coordinators would meet at the same keys again and again, by construction. */
    @ParameterizedTest
    @MethodSource("tables")
    void neighboursHaveKeysOfTheirOwn(TableApplication application) {
        int shared = 0;
        int all = 0;
        for (int number = 0; number < EVENTS; number++) {
            Set<Integer> keys = keys(application, number);
            all += keys.size();
            keys.retainAll(keys(application, number + 1));
            shared += keys.size();
        }
        assertThat(shared).isLessThan(all / 50);
    }

    static Stream<TableApplication> tables() {
        return Stream.of(new GrepSum(0.5, 0), new StreamingLedger(0), new OnlineBidding(0));
    }

    private static Set<Integer> keys(TableApplication application, int number) {
        return application.accesses(new Tick(number, 0)).stream()
                .map(access -> access.table() * TableApplication.RECORDS + access.key())
                .collect(Collectors.toCollection(HashSet::new));
    }

    @Test
    void someApplicationsHaveAborts() {
        assertThat(applicationsWithAborts()).hasSize(3);
    }

    @Test
    void writesThatFitNoOrderAreNoticed() {
        GrepSum application = new GrepSum(0, 1);
        List<Access> one = application.accesses(new Tick(0, 0));
        List<Integer> keys = one.stream().map(Access::key).toList();
        long other =
                LongStream.range(1, EVENTS)
                        .filter(number -> shared(application, number, keys).size() > 1)
                        .findFirst()
                        .orElseThrow();
        List<Access> two = application.accesses(new Tick(other, 0));
        List<Integer> both = shared(application, other, keys);
        Map<String, Object> values = initial(application);
        put(values, one);
        put(values, two);
        assertThatCode(() -> check(application, values, 0, other)).doesNotThrowAnyException();

        values.put(
                Oracle.name("records", both.get(0)),
                cell(values, both.get(0)).with(one.get(0).x(), 0));

        assertThatThrownBy(() -> check(application, values, 0, other))
                .hasMessageContaining("no serial order leaves these records, events in circles=2");
    }

    private static List<Integer> shared(GrepSum application, long number, List<Integer> keys) {
        return application.accesses(new Tick(number, 0)).stream()
                .map(Access::key)
                .filter(keys::contains)
                .toList();
    }

    private static void put(Map<String, Object> values, List<Access> accesses) {
        for (Access access : accesses) {
            values.put(
                    Oracle.name("records", access.key()),
                    cell(values, access.key()).with(access.x(), 0));
        }
    }

    private static Cell cell(Map<String, Object> values, int key) {
        return (Cell) values.get(Oracle.name("records", key));
    }

    private static void check(Application application, Map<String, Object> values, long... events) {
        FinalState state = application.finalState(found(values));
        for (long event : events) {
            state.add(event, true);
        }
        state.check();
    }

    private static void check(Application application, Execution run) {
        FinalState state = application.finalState(found(run.values));
        for (int number = 0; number < EVENTS; number++) {
            state.add(number, run.committed.get(number));
        }
        state.check();
    }

    private static FinalState.Found found(Map<String, Object> values) {
        return new FinalState.Found(values, BenchmarkException::new);
    }

    private static Map<String, Object> initial(Application application) {
        Map<String, Object> values = new HashMap<>();
        if (application instanceof TableApplication tables) {
            for (Table table : tables.tables()) {
                for (int key = 0; key < tables.records(); key++) {
                    values.put(Oracle.name(table.name(), key), table.initial());
                }
            }
        } else if (application instanceof SegmentTolls) {
            return initial(new TollProcessing(0));
        } else {
            for (int phone = 0; phone < 2_000; phone++) {
                values.put(Oracle.name("phones", phone), 0L);
            }
        }
        return values;
    }

    /** What is left by events that were executed one after the other. */
    private static final class Execution {
        private final Map<String, Object> values;
        private final BitSet committed = new BitSet();
        private final Map<String, Object> beforeLast = new HashMap<>();
        private int lastCommitted;

        private Execution(Application application) {
            values = initial(application);
            Oracle oracle = application.oracle();
            for (int number = 0; number < EVENTS; number++) {
                Oracle.Expected event = oracle.execute(number);
                if (event.committed()) {
                    beforeLast.clear();
                    event.updates()
                            .keySet()
                            .forEach(
                                    key ->
                                            beforeLast.put(
                                                    key, values.getOrDefault(key, Board.first())));
                    values.putAll(event.updates());
                    committed.set(number);
                    lastCommitted = number;
                }
            }
        }

        static Execution of(Application application) {
            return new Execution(application);
        }
    }
}
