/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReplayTest {
    private static final Ticks INPUT = Ticks.ofRound(1, 5_000);

    static Stream<Application> applications() {
        return Stream.of(
                new GrepSum(0.5, 1),
                new StreamingLedger(0.6),
                new OnlineBidding(0.6),
                new TollProcessing(0.2),
                new Leaderboard(2_000, 100));
    }

    @ParameterizedTest
    @MethodSource("applications")
    void serialExecutionIsAccepted(Application application) {
        List<Executed> results = execute(application);

        assertThat(verify(application, results)).isEqualTo(results.size());
    }

    @ParameterizedTest
    @MethodSource("applications")
    void wrongAnswerIsNoticed(Application application) {
        List<Executed> results = execute(application);
        int last = lastCommitted(results);
        Executed right = results.get(last);
        Oracle.Expected said = right.said();
        results.set(
                last, says(right, new Oracle.Expected(true, said.answer() + 1, said.updates())));

        assertThatThrownBy(() -> verify(application, results))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("a serial execution says otherwise");
    }

    @ParameterizedTest
    @MethodSource("applications")
    void wrongAbortIsNoticed(Application application) {
        List<Executed> results = execute(application);
        int last = lastCommitted(results);
        results.set(last, says(results.get(last), Oracle.Expected.ABORTED));

        assertThatThrownBy(() -> verify(application, results))
                .hasMessageContaining("a serial execution says otherwise");
    }

    @Test
    void lostUpdateIsNoticed() {
        Application application = new StreamingLedger(1);
        List<Executed> results = execute(application);
        int last = lastCommitted(results);
        Executed right = results.get(last);
        Map<String, Object> updates = new HashMap<>(right.said().updates());
        updates.remove(updates.keySet().iterator().next());
        results.set(last, says(right, new Oracle.Expected(true, right.said().answer(), updates)));

        assertThatThrownBy(() -> verify(application, results))
                .hasMessageContaining("a serial execution says otherwise");
    }

    @Test
    void missingAndDoubleResultsAreNoticed() {
        Application application = new StreamingLedger(1);
        List<Executed> results = execute(application);
        List<Executed> fewer = results.subList(0, results.size() - 1);
        List<Executed> more = new ArrayList<>(results);
        more.add(results.get(0));

        assertThatThrownBy(() -> verify(application, fewer))
                .hasMessageContaining("events have no result");
        assertThatThrownBy(() -> verify(application, more))
                .hasMessageContaining("event has two results");
    }

    @Test
    void orderOfTimestampsCountsAndNotOfResults() {
        Application application = new Leaderboard(2_000, 100);
        List<Executed> results = execute(application);
        Collections.reverse(results);

        assertThat(verify(application, results)).isEqualTo(results.size());
    }

    @Test
    void leaderboardHasValidAndInvalidVotesAndSeveralSeasons() {
        Application application = new Leaderboard(2_000, 10);
        List<Executed> results = execute(application);

        assertThat(results).anyMatch(one -> one.said().committed());
        assertThat(results).anyMatch(one -> !one.said().committed());
        assertThat(results)
                .anyMatch(
                        one ->
                                one.said().updates().get("board/0") instanceof Board board
                                        && board.seasonBegan() > 0);
    }

    private static Executed says(Executed right, Oracle.Expected said) {
        return new Executed(right.number(), right.id(), right.timestamp(), 1, said);
    }

    private static int lastCommitted(List<Executed> results) {
        int last = results.size() - 1;
        while (!results.get(last).said().committed()) {
            last--;
        }
        return last;
    }

    private static List<Executed> execute(Application application) {
        Oracle oracle = application.oracle();
        List<Executed> results = new ArrayList<>();
        for (long i = 0; i < INPUT.limit(); i++) {
            long number = INPUT.first() + i;
            results.add(new Executed(number, i, i, 1, oracle.execute(number)));
        }
        return results;
    }

    private static long verify(Application application, List<Executed> results) {
        return new Replay("test", IsolationLevel.PL3, INPUT)
                .verify(application.oracle(), results)
                .transfers();
    }
}
