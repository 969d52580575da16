/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.examples.messages.Message;
import io.tspoon.testkit.SerialRun;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionResult;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/** The rules, of the t-graph. */
class LinearRoadGraphTest extends RoadRules {
    private SerialRun<Answer> run;

    @BeforeEach
    void open() {
        run = SerialRun.of(Incoming.class, LinearRoadGraph::execute);
    }

    @AfterEach
    void close() {
        run.close();
    }

    @Override
    SerialRoad.Outcome execute(RoadMessage message) {
        return outcome(run.when(new Incoming(message.key(), message, "")).result());
    }

    static SerialRoad.Outcome outcome(TransactionResult<Answer> result) {
        List<AbortReason> reasons = result.reasons();
        assertThat(result.emitted()).hasSizeLessThan(2);
        return new SerialRoad.Outcome(
                reasons.isEmpty() ? "" : reasons.get(0).rule(),
                result.emitted().isEmpty() ? null : result.emitted().get(0));
    }

    /** An abort at the segment undoes what the vehicle has done. */
    @Test
    void reportOfAMinuteThatIsOverDoesNothing() {
        Place place = new Place(new Road(0, Road.EAST), 1, 0);
        execute(RoadMessage.report(60, 1, 50, place));

        assertThat(execute(RoadMessage.report(59, 2, 50, place)))
                .isEqualTo(new SerialRoad.Outcome(LinearRoadGraph.LATE, null));
        run.expectNone(LinearRoadGraph.TRIPS, 2);
    }

    @Test
    void linesAreThoseOfTheBenchmark() {
        Place place = new Place(new Road(1, Road.WEST), 3, 5_281);

        assertThat(parsed("0,15,107,32,1,3,1,1,5281,-1,-1,-1,-1,-1,-1"))
                .isEqualTo(RoadMessage.report(15, 107, 32, place));
        assertThat(parsed("2,10799,107,-1,-1,-1,-1,-1,-1,42,-1,-1,-1,-1,-1"))
                .isEqualTo(RoadMessage.balance(10_799, 107, 42));
        assertThat(parsed("3,0,107,-1,2,-1,-1,-1,-1,43,-1,-1,-1,-1,69"))
                .isEqualTo(RoadMessage.expenditure(0, 107, 43, 2, 69));
    }

    @Test
    void malformedLineIsATransactionToo() {
        malformed("0,15,107", "there are not 15 columns, columns=3");
        malformed("0,15,107,32,1,3,1,1,x,-1,-1,-1,-1,-1,-1", "column 9 is no number: x");
        malformed("0,15,107,32,1,5,1,1,5281,-1,-1,-1,-1,-1,-1", "lane is out of bounds, lane=5");
        malformed(
                "0,15,107,32,1,3,1,2,5281,-1,-1,-1,-1,-1,-1",
                "the position is in another segment, position=5281, segment=2");
        malformed("3,0,107,-1,2,-1,-1,-1,-1,43,-1,-1,-1,-1,70", "day is out of bounds, day=70");
        malformed("4,0,107,-1,2,-1,-1,-1,-1,43,1,9,1,5,-1", "it is neither a report nor");
    }

    @Test
    void trafficIsInOrderAndHasAllThatTheRulesAreAbout() {
        TrafficGenerator generator = new TrafficGenerator(2, 1_200, 7);
        Map<Integer, Integer> last = new HashMap<>();
        RoadTotals totals = new RoadTotals();
        SerialRoad road = new SerialRoad();
        long tolls = 0;

        for (RoadMessage message :
                LongStream.range(0, 40_000).mapToObj(generator::message).toList()) {
            assertThat(parsed(LineParser.line(message))).isEqualTo(message);
            SerialRoad.Outcome outcome = road.execute(message);
            assertThat(outcome.refusal()).as("%s", message).isEmpty();
            totals.add(message.key(), outcome.answer());
            if (outcome.answer() != null && outcome.answer().toll() != null) {
                tolls += outcome.answer().toll().cents() > 0 ? 1 : 0;
            }
            if (message.type() == RoadMessage.REPORT) {
                Integer before = last.put(message.vehicle(), message.time());
                assertThat(before == null || message.time() == before + 30).isTrue();
            }
        }

        assertThat(tolls).isGreaterThan(500);
        assertThat(totals.get(RoadTotals.TOLLS)).isGreaterThan(10 * tolls);
        assertThat(totals.get(RoadTotals.ALERTS)).isGreaterThan(500);
        assertThat(totals.get(RoadTotals.BALANCES)).isGreaterThan(200);
        assertThat(totals.get(RoadTotals.EXPENDITURES)).isGreaterThan(50);
    }

    private static RoadMessage parsed(String line) {
        Incoming incoming = LineParser.parse(new Message("here", line, ""));
        assertThat(incoming.problem()).isEmpty();
        return incoming.message();
    }

    private void malformed(String line, String problem) {
        Incoming incoming = LineParser.parse(new Message("here", line, ""));
        assertThat(incoming.problem()).startsWith(problem);
        run.when(incoming).expectAborted(LinearRoadGraph.MALFORMED);
    }
}
