#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A HybridSource computes where its second source begins from the enumerator of the first one, as its documentation
# shows. After the switch a task of the job fails, and the job is stopped with a savepoint and started from it.
#
# Library: Flink 2.3.0 (flink-connector-base)
# Behaviour: the function that makes the second source is called once more when the job starts from the savepoint, and
#   gets null instead of the enumerator (FLINK-38345). If it fails, so does each attempt to start the job. When a task
#   fails it is not called, so a test that kills one passes. If it makes any source of the kind, the job goes on from
#   the position in the savepoint, wherever that source would begin.
# Matters: a job that has read its history and runs for months cannot be upgraded. Let the function answer for null,
#   too, and try it with a savepoint from behind the switch.
# Output seen:
#   the first source has ended: the next one made from 0 unread parts
#   a task fails: goes on without a gap
#   from a savepoint: NullPointerException
#   from a savepoint, null answered with any source: goes on without a gap
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Switch.java <<'JAVA'
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.*;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceEnumerator;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.hybrid.HybridSource;
import org.apache.flink.core.execution.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import java.util.*;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

public class Switch {
    static final Queue<Long> READ = new ConcurrentLinkedQueue<>();
    static final AtomicBoolean FAIL = new AtomicBoolean();
    static volatile boolean answersNull;

    public static void main(String[] args) throws Exception {
        JobClient first = start(null);
        while (last() < 110) Thread.sleep(10);
        FAIL.set(true);
        while (last() < 150) Thread.sleep(10);
        System.out.println("a task fails: goes on " + gap(0));
        String savepoint = first.stopWithSavepoint(false, "file:" + System.getProperty("java.io.tmpdir") + "/savepoints",
                SavepointFormatType.CANONICAL).get();
        long last = last();
        for (boolean answers : new boolean[] {false, true}) {
            answersNull = answers;
            READ.clear();
            System.out.print("from a savepoint" + (answers ? ", null answered with any source: " : ": "));
            try {
                start(savepoint).getJobExecutionResult().get();
                System.out.println("goes on " + gap(last + 1));
            } catch (Exception e) {
                Throwable root = e;
                while (root.getCause() != null) root = root.getCause();
                System.out.println(root.getClass().getSimpleName());
            }
        }
    }

    static long last() {
        return READ.stream().mapToLong(number -> number).max().orElse(-1);
    }

    static String gap(long first) {
        var all = new TreeSet<>(READ);
        return all.first() == first && all.last() - first + 1 == all.size() ? "without a gap" : "from " + all.first() + ", " + all.size() + " until " + all.last();
    }

    static JobClient start(String savepoint) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        settings.setString("execution.checkpointing.interval", "100 ms");
        settings.setString("restart-strategy.type", "fixed-delay");
        settings.setString("restart-strategy.fixed-delay.attempts", "3");
        settings.setString("restart-strategy.fixed-delay.delay", "100 ms");
        if (savepoint != null) settings.setString("execution.state-recovery.path", savepoint);
        var source = HybridSource.<Long, IteratorSourceEnumerator<?>>builder(new NumberSequenceSource(0, 99))
                .<IteratorSourceEnumerator<?>, Source<Long, ?, ?>>addSource(context -> next(context.getPreviousEnumerator()), Boundedness.BOUNDED)
                .build();
        var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "payments", Types.LONG).uid("payments")
                .map(element -> {
                    if (FAIL.getAndSet(false)) throw new Exception("once");
                    READ.add(element);
                    Thread.sleep(20);
                    return element;
                }).returns(Types.LONG).uid("read").sinkTo(new DiscardingSink<>());
        return env.executeAsync();
    }

    /** Begins where the numbers have ended. */
    static Source<Long, ?, ?> next(IteratorSourceEnumerator<?> numbers) {
        if (numbers == null && answersNull) return new NumberSequenceSource(0, 0);
        try {
            int unread = numbers.snapshotState(0).size();
            System.out.println("the first source has ended: the next one made from " + unread + " unread parts");
            return new NumberSequenceSource(100 + unread, 399);
        } catch (Exception e) {
            throw e instanceof RuntimeException failed ? failed : new IllegalStateException(e);
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-connector-base:2.3.0
program flink Switch | as_seen
