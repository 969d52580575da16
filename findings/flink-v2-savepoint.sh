#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A running job with a state per account is asked for a savepoint: in the format that Flink takes if none is named, as
# by "flink savepoint", "flink stop" and the REST interface, and in the native one. The state is of the older kind (v1)
# or of the newer one (v2), which jobs with asynchronous state access use.
#
# Library: Flink 2.3.0 (flink-runtime, flink-statebackend-rocksdb, flink-statebackend-forst)
# Behaviour: with states of the newer kind the format that is taken by default is not refused, but ends the tasks, with
#   each backend: there is no savepoint, and the job starts again from its last checkpoint. A stop with a savepoint does
#   not stop it. Without a restart strategy the job has failed. In ForSt the older kind does the same.
# Matters: the usual command before an upgrade interrupts the job, takes back what came after its last checkpoint, and
#   lets it go on. With few restarts left it ends. Say "--type native" in each script, before the first upgrade.
# Output seen:
#   v1 hashmap, default format: taken
#   v1 hashmap, native format: taken
#   v1 rocksdb, default format: taken
#   v1 rocksdb, native format: taken
#   v1 forst, default format: failed, job started again
#   v1 forst, native format: taken
#   v2 hashmap, default format: failed, job started again
#   v2 hashmap, native format: taken
#   v2 rocksdb, default format: failed, job started again
#   v2 rocksdb, native format: taken
#   v2 forst, default format: failed, job started again
#   v2 forst, native format: taken
#   v2 hashmap, stop with the default format: failed, job started again
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Formats.java <<'JAVA'
import org.apache.flink.api.common.*;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;
import java.util.List;
import java.util.concurrent.ExecutionException;

public class Formats {
    static final String FOLDER = "file:" + System.getProperty("java.io.tmpdir");
    /** The last attempt of the running job that has counted a payment. */
    static volatile int attempt;

    public static void main(String[] args) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        settings.setString("execution.checkpointing.interval", "1 h");
        settings.setString("execution.checkpointing.dir", FOLDER + "/checkpoints");
        settings.setString("state.backend.forst.primary-dir", "local-dir");
        settings.setString("restart-strategy.type", "fixed-delay");
        settings.setString("restart-strategy.fixed-delay.delay", "0 s");
        settings.setString("restart-strategy.fixed-delay.attempts", "3");
        settings.setString("taskmanager.memory.managed.size", "256m");
        try (MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder().setConfiguration(settings)
                .setNumTaskManagers(1).setNumSlotsPerTaskManager(1).build())) {
            cluster.start();
            for (String kind : List.of("v1", "v2"))
                for (String backend : List.of("hashmap", "rocksdb", "forst")) {
                    ask(cluster, settings, kind, backend, SavepointFormatType.DEFAULT, "default", false);
                    ask(cluster, settings, kind, backend, SavepointFormatType.NATIVE, "native", false);
                }
            ask(cluster, settings, "v2", "hashmap", SavepointFormatType.DEFAULT, "default", true);
        }
    }

    static void ask(MiniCluster cluster, Configuration settings, String kind, String backend, SavepointFormatType format,
            String name, boolean stop) throws Exception {
        Configuration own = new Configuration(settings);
        own.setString("state.backend.type", backend);
        attempt = -1;
        var env = StreamExecutionEnvironment.createLocalEnvironment(1, own);
        var payments = env.fromSource(new DataGeneratorSource<Long>(n -> n, Long.MAX_VALUE, RateLimiterStrategy.perSecond(1_000),
                Types.LONG), WatermarkStrategy.noWatermarks(), "payments").keyBy(n -> n % 8);
        (kind.equals("v1") ? payments.process(new Older()) : payments.enableAsyncState().process(new Newer()))
                .sinkTo(new DiscardingSink<>());
        JobID job = cluster.submitJob(env.getStreamGraph().getJobGraph()).get().getJobID();
        while (attempt < 0) Thread.sleep(20);
        System.out.print(kind + " " + backend + ", " + (stop ? "stop with the " : "") + name + " format: ");
        try {
            (stop ? cluster.stopWithSavepoint(job, FOLDER + "/savepoints", false, format)
                    : cluster.triggerSavepoint(job, FOLDER + "/savepoints", false, format)).get();
            System.out.println("taken");
        } catch (ExecutionException e) {
            for (int i = 0; i < 3_000 && attempt < 1; i++) Thread.sleep(20);
            System.out.println("failed, job " + (attempt < 1 ? "goes on" : "started again"));
        }
        cluster.cancelJob(job).get();
        while (!cluster.getJobStatus(job).get().isGloballyTerminalState()) Thread.sleep(20);
    }

    public static class Older extends KeyedProcessFunction<Long, Long, Long> {
        transient ValueState<Long> count;
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }
        public void processElement(Long payment, Context context, Collector<Long> out) throws Exception {
            count.update(payment);
            attempt = getRuntimeContext().getTaskInfo().getAttemptNumber();
        }
    }

    public static class Newer extends KeyedProcessFunction<Long, Long, Long> {
        transient org.apache.flink.api.common.state.v2.ValueState<Long> count;
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new org.apache.flink.api.common.state.v2.ValueStateDescriptor<>("count", Types.LONG));
        }
        public void processElement(Long payment, Context context, Collector<Long> out) {
            int own = getRuntimeContext().getTaskInfo().getAttemptNumber();
            count.asyncUpdate(payment).thenAccept(end -> { attempt = own; });
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-statebackend-rocksdb:2.3.0 org.apache.flink:flink-statebackend-forst:2.3.0 \
    org.apache.flink:flink-connector-datagen:2.3.0
program flink Formats | as_seen
