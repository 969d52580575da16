/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;

import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;

/** Watermarks come out of a t-graph behind the results of what came before them. */
class EventTimeITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final long COUNT = 4_000;
    private static final long BURST = COUNT / 4;

    /** Few, so that time has to go on before the last elements enter. */
    private static final int IN_FLIGHT = 64;

    /** A result, and what time it was when it came. */
    public record Seen(long number, long watermark) {
        boolean isLate() {
            return number <= watermark;
        }
    }

    @ParameterizedTest
    @EnumSource
    void resultIsNotLaterThanItsElement(ConcurrencyControl control) throws Exception {
        List<Seen> seen = run(control, EventTimeITCase::afterEach);

        assertThat(seen).hasSize((int) COUNT).noneMatch(Seen::isLate);
        assertThat(seen).as("time goes on in between").anyMatch(one -> one.watermark() > 0);
    }

    /** The first of two sources sends its numbers and falls idle: then the second sets the time. */
    @ParameterizedTest
    @EnumSource
    void resultsOfASourceThatFellIdleAreNotLate(ConcurrencyControl control) throws Exception {
        List<Seen> seen = run(control, EventTimeITCase::untilIdle);

        assertThat(seen)
                .hasSize((int) COUNT)
                .filteredOn(one -> one.number() < BURST || one.number() >= COUNT / 2)
                .noneMatch(Seen::isLate);
    }

    private static void afterEach(long number, WatermarkOutput output) {
        output.emitWatermark(new Watermark(number));
    }

    private static void untilIdle(long number, WatermarkOutput output) {
        if (number < BURST || number >= COUNT / 2) {
            output.emitWatermark(new Watermark(number));
        }
        if (number == BURST - 1) {
            output.markIdle();
        }
    }

    // ------------------------------------------------------------------ parts

    private interface Time extends java.io.Serializable {
        void passes(long number, WatermarkOutput output);
    }

    /** Two subtasks have one half of the numbers each; all transactions contend for one key. */
    private static List<Seen> run(ConcurrencyControl control, Time time) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        DataStream<Long> numbers =
                environment.fromSource(
                        new NumberSequenceSource(0, COUNT - 1),
                        WatermarkStrategy.<Long>forGenerator(context -> new Generator(time))
                                .withTimestampAssigner((number, before) -> number),
                        "numbers");
        AccessedStream<Long, Long> sums =
                TransactionalGraph.named("time")
                        .concurrencyControl(control)
                        .maxInFlight(IN_FLIGHT)
                        .openTransaction(numbers, number -> Long.toString(number))
                        .keyBy(number -> number % 2)
                        .update(sums("first"), Long::sum);
        boolean flat = control == ConcurrencyControl.DETERMINISTIC;
        DataStream<TransactionResult<Long>> results =
                (flat ? sums.sameKey() : sums.keyBy(sum -> sum % 2))
                        .update(sums("second"), Long::sum)
                        .closeTransaction();
        return EmbeddedFlink.collect(results.process(new Clock()).returns(Seen.class));
    }

    private record Generator(Time time) implements WatermarkGenerator<Long> {
        @Override
        public void onEvent(Long number, long timestamp, WatermarkOutput output) {
            time.passes(number, output);
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    private static final class Clock extends ProcessFunction<TransactionResult<Long>, Seen> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                TransactionResult<Long> result, Context context, Collector<Seen> out) {
            long now = context.timerService().currentWatermark();
            out.collect(new Seen(Long.parseLong(result.key()), now));
        }
    }
}
