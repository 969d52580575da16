#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Open windows of an account are read from a savepoint with the State Processor API: sessions with a gap of 10, with
# payments at 0, 5, 12, 20, and at 100, 103; and tumbling ones. So are the timers of a function that has timers for the
# keys 0 and 1, but a state for key 1 only.
#
# Library: Flink 2.3.0 (flink-state-processor-api)
# Behaviour: a session has all its payments, but the bounds that it had with the first one: 0 to 10 instead of 0 to 30.
#   The timers that are given with a window are those of all windows of its key. A key that has timers and no state is
#   not read at all. The heap and RocksDB do the same.
# Matters: an audit takes open sessions for closed ones, and misses what is to expire. Keep the times of the first and
#   the last payment in the aggregate, and a state for each key that has a timer.
# Output seen:
#   hashmap sessions: 0 to 10 has 4, timers [29, 112]; 100 to 110 has 2, timers [29, 112]
#   hashmap tumbling: 0 to 50 has 4, timers [49, 149]; 100 to 150 has 2, timers [49, 149]
#   hashmap timers: key 1 has [1100, 1103]
#   rocksdb sessions: 0 to 10 has 4, timers [29, 112]; 100 to 110 has 2, timers [29, 112]
#   rocksdb tumbling: 0 to 50 has 4, timers [49, 149]; 100 to 150 has 2, timers [49, 149]
#   rocksdb timers: key 1 has [1100, 1103]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Windows.java <<'JAVA'
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.state.*;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.api.*;
import org.apache.flink.state.api.functions.*;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.util.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Windows {
    static final long[] TIMES = {0, 5, 12, 20, 100, 103};
    /** How many payments have come to all three operators. */
    static final AtomicInteger ADDED = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        for (String backend : List.of("hashmap", "rocksdb")) {
            String savepoint = savepoint(backend);
            StateBackend reading = backend.equals("rocksdb") ? new EmbeddedRocksDBStateBackend() : new HashMapStateBackend();
            var saved = SavepointReader.read(environment(backend).setRuntimeMode(RuntimeExecutionMode.BATCH), savepoint, reading);
            print(backend + " sessions", saved.window(EventTimeSessionWindows.withGap(Duration.ofMillis(10)))
                    .aggregate("sessions", new Sum(), new Window(), Types.LONG, Types.LONG, Types.STRING).executeAndCollect());
            print(backend + " tumbling", saved.window(TumblingEventTimeWindows.of(Duration.ofMillis(50)))
                    .aggregate("tumbling", new Sum(), new Window(), Types.LONG, Types.LONG, Types.STRING).executeAndCollect());
            print(backend + " timers", saved.readKeyedState(OperatorIdentifier.forUid("timers"), new Timers(), Types.LONG, Types.STRING).executeAndCollect());
        }
    }

    static void print(String what, CloseableIterator<String> lines) throws Exception {
        var sorted = new TreeSet<String>();
        try (lines) { lines.forEachRemaining(sorted::add); }
        System.out.println(what + ": " + String.join("; ", sorted));
    }

    static StreamExecutionEnvironment environment(String backend) {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        settings.setString("state.backend.type", backend);
        return StreamExecutionEnvironment.createLocalEnvironment(1, settings);
    }

    static String savepoint(String backend) throws Exception {
        ADDED.set(0);
        var env = environment(backend);
        var payments = env.fromSource(new DataGeneratorSource<>(n -> n, Long.MAX_VALUE, RateLimiterStrategy.perSecond(100), Types.LONG),
                WatermarkStrategy.<Long>noWatermarks().withTimestampAssigner((n, before) -> n < TIMES.length ? TIMES[(int) (long) n] : 0), "payments")
                .filter(n -> n < TIMES.length).map(n -> TIMES[(int) (long) n]).returns(Types.LONG);
        var account = payments.keyBy(time -> 1L);
        account.window(EventTimeSessionWindows.withGap(Duration.ofMillis(10))).aggregate(new Sum()).uid("sessions").sinkTo(new DiscardingSink<>());
        account.window(TumblingEventTimeWindows.of(Duration.ofMillis(50))).aggregate(new Sum()).uid("tumbling").sinkTo(new DiscardingSink<>());
        payments.keyBy(time -> time / 100).process(new SetTimers()).uid("timers").sinkTo(new DiscardingSink<>());
        var job = env.executeAsync();
        while (ADDED.get() < 3 * TIMES.length) Thread.sleep(10);
        return job.stopWithSavepoint(false, "file:" + System.getProperty("java.io.tmpdir") + "/" + backend, SavepointFormatType.CANONICAL).get();
    }

    public static class Sum implements AggregateFunction<Long, Long, Long> {
        public Long createAccumulator() { return 0L; }
        public Long add(Long payment, Long sum) { ADDED.incrementAndGet(); return sum + 1; }
        public Long getResult(Long sum) { return sum; }
        public Long merge(Long sum, Long other) { return sum + other; }
    }

    /** Keeps a state for one key only. */
    public static class SetTimers extends KeyedProcessFunction<Long, Long, Long> {
        public void processElement(Long time, Context context, Collector<Long> out) throws Exception {
            var seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Types.LONG));
            if (context.getCurrentKey() == 1) seen.update(time);
            context.timerService().registerEventTimeTimer(time + 1_000);
            ADDED.incrementAndGet();
        }
    }

    public static class Window extends WindowReaderFunction<Long, String, Long, TimeWindow> {
        public void readWindow(Long key, Context<TimeWindow> context, Iterable<Long> counts, Collector<String> out) throws Exception {
            out.collect(context.window().getStart() + " to " + context.window().getEnd() + " has " + counts.iterator().next()
                    + ", timers " + new TreeSet<>(context.registeredEventTimeTimers()));
        }
    }

    public static class Timers extends KeyedStateReaderFunction<Long, String> {
        transient ValueState<Long> seen;
        public void open(OpenContext context) { seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Types.LONG)); }
        public void readKey(Long key, Context context, Collector<String> out) throws Exception {
            out.collect("key " + key + " has " + new TreeSet<>(context.registeredEventTimeTimers()));
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-connector-datagen:2.3.0 org.apache.flink:flink-statebackend-rocksdb:2.3.0 \
    org.apache.flink:flink-state-processor-api:2.3.0
program flink Windows | as_seen
