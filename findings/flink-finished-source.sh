#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A job reads a bounded source at its start and goes on; then it is started from a savepoint, with other uids.
#
# Library: Flink 2.3.0
# Behaviour: operators that had ended are in the savepoint as finished, although they have no state. If the source, or
#   any step up to one that had ended, has another uid, the start is refused, chained or not. A source of another uid is
#   only read again if everything behind it has another uid as well.
# Matters: a job that fills its state from a table at its start cannot be upgraded once the source, or a step without a
#   uid, has changed. Give each of them a uid, and leave the branch out of the next version.
# Output seen:
#   first run: 100 elements read
#   same program: 0 elements read
#   other uid of the source: refused, Can not restore vertex Source: opening -> Map -> Sink: Writer which contain mixed operator finished state: [ALL_RUNNING, FULLY_FINISHED]
#   other uid of the source, not chained: refused, Illegal JobGraph modification. Cannot run a program with fully finished vertices predeceased with the ones not fully finished. Task vertex Map has a predecessor not fully finished
#   other uid of the step: refused, Can not restore vertex Source: opening -> Map -> Sink: Writer which contain mixed operator finished state: [ALL_RUNNING, FULLY_FINISHED]
#   other uids of all: 100 elements read
#   without the branch: 0 elements read
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Finished.java <<'JAVA'
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

public class Finished {
    static final String SAVEPOINT = "file:" + System.getProperty("java.io.tmpdir") + "/savepoint";
    static final AtomicLong READ = new AtomicLong();
    static final AtomicLong TICKS = new AtomicLong();

    public static void main(String[] args) throws Exception {
        JobClient job = start(null, "opening", "step", "sink", true);
        while (READ.get() < 100 || TICKS.get() < 150) Thread.sleep(10);
        System.out.println("first run: " + READ.get() + " elements read");
        String savepoint = job.stopWithSavepoint(false, SAVEPOINT, SavepointFormatType.CANONICAL).get(60, TimeUnit.SECONDS);
        again("same program", savepoint, "opening", "step", "sink", true);
        again("other uid of the source", savepoint, "other", "step", "sink", true);
        again("other uid of the source, not chained", savepoint, "other", "step", "sink", false);
        again("other uid of the step", savepoint, "opening", "other", "sink", true);
        again("other uids of all", savepoint, "other", "another", "last", true);
        again("without the branch", savepoint, null, null, null, true);
        System.exit(0);
    }

    static JobClient start(String savepoint, String source, String step, String sink, boolean chained) throws Exception {
        READ.set(0);
        TICKS.set(0);
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        settings.setString("execution.checkpointing.interval", "100 ms");
        settings.setString("restart-strategy.type", "none");
        if (savepoint != null) settings.setString("execution.state-recovery.path", savepoint);
        var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        if (source != null) {
            var opening = env.fromSource(new NumberSequenceSource(1, 100), WatermarkStrategy.noWatermarks(), "opening").uid(source);
            var counted = opening.map(new Count(true)).uid(step);
            if (!chained) counted.disableChaining();
            counted.sinkTo(new DiscardingSink<>()).uid(sink);
        }
        var ticks = new DataGeneratorSource<Long>(n -> n, Long.MAX_VALUE, RateLimiterStrategy.perSecond(50), Types.LONG);
        env.fromSource(ticks, WatermarkStrategy.noWatermarks(), "ticks").uid("ticks")
                .map(new Count(false)).uid("count").sinkTo(new DiscardingSink<>()).uid("end");
        return env.executeAsync();
    }

    static void again(String what, String savepoint, String source, String step, String sink, boolean chained) throws Exception {
        System.out.print(what + ": ");
        try {
            JobClient job = start(savepoint, source, step, sink, chained);
            while (TICKS.get() < 100) {
                if (job.getJobExecutionResult().isDone()) job.getJobExecutionResult().get();
                Thread.sleep(10);
            }
            System.out.println(READ.get() + " elements read");
            job.cancel().get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            Throwable root = e;
            while (root.getCause() != null) root = root.getCause();
            System.out.println("refused, " + root.getMessage().replaceAll("\\([0-9a-f]{32}\\)", ""));
        }
    }

    public static class Count implements MapFunction<Long, Long> {
        final boolean reads;
        Count(boolean reads) { this.reads = reads; }
        public Long map(Long value) { (reads ? READ : TICKS).incrementAndGet(); return value; }
    }
}
JAVA
packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-connector-datagen:2.3.0
program flink Finished | as_seen
