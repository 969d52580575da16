#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Three payments wait for an answer of a service, in an operator for asynchronous calls, when their source falls idle.
# Another source, which is further in event time, goes on.
#
# Library: Flink 2.3.0
# Behaviour: a watermark leaves the operator behind the elements before it, but that the input is idle is passed on at
#   once, before the elements that the operator still holds. So event time behind it advances without them, and they are
#   late when they come, even in order and with a single instance of each operator.
# Matters: windows drop what is late, also those behind a t-graph. How much that is depends on how slow the service is.
#   Let a source count as idle only after more than the timeout of the calls.
# Output seen:
#   calls of 4 s, idle after 60 s: 0 of 3 payments late
#   calls of 4 s, idle after 0.5 s: 3 of 3 payments late
#   no calls, idle after 0.5 s: 0 of 3 payments late
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Idle.java <<'JAVA'
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.async.*;
import org.apache.flink.util.Collector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.*;

public class Idle {
    static final int PAYMENTS = 3;

    public static void main(String[] args) throws Exception {
        System.out.println("calls of 4 s, idle after 60 s: " + late(true, Duration.ofSeconds(60)));
        System.out.println("calls of 4 s, idle after 0.5 s: " + late(true, Duration.ofMillis(500)));
        System.out.println("no calls, idle after 0.5 s: " + late(false, Duration.ofMillis(500)));
    }

    static String late(boolean calls, Duration idle) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        // The fourth payment only keeps the source from ending before the calls do.
        DataStream<Long> payments = events(env, 1_000, PAYMENTS + 1, new Pauses(PAYMENTS, 1, 8_000), idle);
        if (calls) payments = AsyncDataStream.orderedWait(payments, new Call(), 60, TimeUnit.SECONDS);
        var others = events(env, 100_000, 80, new Pauses(80, 100, 100), idle);
        int late = 0;
        try (var marks = payments.union(others).process(new Mark()).executeAndCollect()) {
            while (marks.hasNext()) if (marks.next()) late++;
        }
        return late + " of " + PAYMENTS + " payments late";
    }

    static DataStream<Long> events(StreamExecutionEnvironment env, long first, int count, Pauses pauses, Duration idle) {
        var source = new DataGeneratorSource<Long>(n -> first + n * 1_000, count, parallelism -> pauses, Types.LONG);
        return env.fromSource(source, WatermarkStrategy.<Long>forMonotonousTimestamps()
                .withTimestampAssigner((time, before) -> time).withIdleness(idle), "from " + first);
    }

    /** A pause before each element, and another one after the first few. */
    static final class Pauses implements RateLimiter<NumberSequenceSplit>, java.io.Serializable {
        int left;
        final long pause, later;
        Pauses(int first, long pause, long later) { left = first; this.pause = pause; this.later = later; }
        public CompletionStage<Void> acquire(int elements) {
            return new CompletableFuture<Void>().completeOnTimeout(null, left-- > 0 ? pause : later, TimeUnit.MILLISECONDS);
        }
    }

    public static class Call extends RichAsyncFunction<Long, Long> {
        public void asyncInvoke(Long payment, ResultFuture<Long> answer) {
            CompletableFuture.delayedExecutor(4, TimeUnit.SECONDS).execute(() -> answer.complete(List.of(payment)));
        }
    }

    public static class Mark extends ProcessFunction<Long, Boolean> {
        public void processElement(Long time, Context context, Collector<Boolean> out) {
            if (time <= PAYMENTS * 1_000) out.collect(time <= context.timerService().currentWatermark());
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-connector-datagen:2.3.0
program flink Idle | as_seen
