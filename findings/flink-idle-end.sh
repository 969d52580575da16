#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A history, which ends, and a live stream, which pauses for a few seconds and may count as idle meanwhile, are read
# together. Each live element sets a timer for the year after.
#
# Library: Flink 2.3.0
# Behaviour: when all inputs that are not idle have ended, the end of time is reached, as if the idle one had ended,
#   too. All timers fire, and whatever the live stream brings after its pause is late, for good. It does not matter
#   whether the streams are one input (union) or two (connect).
# Matters: accounts expire in the first quiet minute after the history has been read, and windows drop all results from
#   then on. Keep an idle timeout away from streams that are read together with bounded ones, or read both with a
#   HybridSource.
# Output seen:
#   union, live stream never idle: 0 of 3 elements after the pause late, 0 timers fired in it
#   union, live stream idle: 3 of 3 elements after the pause late, 2 timers fired in it
#   connect, live stream idle: 3 of 3 elements after the pause late, 2 timers fired in it
#   union, live stream idle, history idle instead of ended: 0 of 3 elements after the pause late, 0 timers fired in it
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >End.java <<'JAVA'
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import java.time.Duration;
import java.util.concurrent.*;

public class End {
    static final long LIVE = 1_000_000, YEAR = Duration.ofDays(365).toMillis();

    public static void main(String[] args) throws Exception {
        System.out.println("union, live stream never idle: " + run(true, Duration.ofDays(1), 0));
        System.out.println("union, live stream idle: " + run(true, Duration.ofMillis(500), 0));
        System.out.println("connect, live stream idle: " + run(false, Duration.ofMillis(500), 0));
        System.out.println("union, live stream idle, history idle instead of ended: " + run(true, Duration.ofMillis(500), 8_000));
    }

    static String run(boolean union, Duration idle, long lastOfHistory) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        var history = events(env, 0, 11, new Pause(10, lastOfHistory), Duration.ofMillis(500)).keyBy(time -> 1L);
        var live = events(env, LIVE, 5, new Pause(2, 5_000), idle).keyBy(time -> 1L);
        DataStream<String> marks = union ? history.union(live).keyBy(time -> 1L).process(new One()) : history.connect(live).process(new Two());
        int late = 0, fired = 0, after = 0;
        try (var all = marks.executeAndCollect()) {
            while (all.hasNext()) {
                String mark = all.next();
                if (mark.startsWith("element")) after++;
                if (mark.equals("element late")) late++;
                if (mark.equals("timer") && after == 0) fired++;
            }
        }
        return late + " of " + after + " elements after the pause late, " + fired + " timers fired in it";
    }

    static DataStream<Long> events(StreamExecutionEnvironment env, long first, int count, Pause pause, Duration idle) {
        var source = new DataGeneratorSource<Long>(n -> first + n * 1_000, count, parallelism -> pause, Types.LONG);
        return env.fromSource(source, WatermarkStrategy.<Long>forMonotonousTimestamps()
                .withTimestampAssigner((time, before) -> time).withIdleness(idle), "from " + first);
    }

    /** A pause after the first few elements. */
    static final class Pause implements RateLimiter<NumberSequenceSplit>, java.io.Serializable {
        int left;
        final long pause;
        Pause(int first, long pause) { left = first; this.pause = pause; }
        public CompletionStage<Void> acquire(int elements) {
            return new CompletableFuture<Void>().completeOnTimeout(null, left-- == 0 ? pause : 1, TimeUnit.MILLISECONDS);
        }
    }

    /** Tells of what the live stream brings after its pause, and of timers. */
    static void element(long time, org.apache.flink.streaming.api.TimerService timers, Collector<String> out) {
        if (time < LIVE) return;
        if (time >= LIVE + 2_000) out.collect(time <= timers.currentWatermark() ? "element late" : "element in time");
        timers.registerEventTimeTimer(time + YEAR);
    }

    public static class One extends KeyedProcessFunction<Long, Long, String> {
        public void processElement(Long time, Context context, Collector<String> out) { element(time, context.timerService(), out); }
        public void onTimer(long time, OnTimerContext context, Collector<String> out) { out.collect("timer"); }
    }

    public static class Two extends KeyedCoProcessFunction<Long, Long, Long, String> {
        public void processElement1(Long time, Context context, Collector<String> out) { element(time, context.timerService(), out); }
        public void processElement2(Long time, Context context, Collector<String> out) { element(time, context.timerService(), out); }
        public void onTimer(long time, OnTimerContext context, Collector<String> out) { out.collect("timer"); }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-connector-datagen:2.3.0
program flink End | as_seen
