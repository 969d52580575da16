#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Balances in RocksDB, with incremental checkpoints. The job goes on with four instances instead of one, from a
# checkpoint, and no balance changes any more.
#
# Library: Flink 2.3.0
# Behaviour: each instance takes over the files of the one before, and keeps most of them whole until RocksDB compacts
#   them. So the first checkpoint stores the same files several times, and the state counts for two to four times its size.
# Matters: a job that gets more instances under load has to store several times its state before it can be changed once
#   more, and pays for it until files are compacted. An alert for the size of checkpoints goes off.
# Output seen:
#   four instances: at least 2 times the state of one
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >ScaleOut.java <<'JAVA'
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.minicluster.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;
import java.nio.file.*;
import java.util.concurrent.atomic.AtomicLong;

public class ScaleOut {
    static final long ACCOUNTS = 100_000;
    static final AtomicLong WRITTEN = new AtomicLong();

    public static void main(String[] args) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        settings.setString("state.backend.type", "rocksdb");
        settings.setString("execution.checkpointing.incremental", "true");
        settings.setString("execution.checkpointing.interval", "1 h");
        settings.setString("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        settings.setString("execution.checkpointing.dir", Files.createTempDirectory("checkpoints").toUri().toString());
        settings.setString("taskmanager.memory.managed.size", "256m");
        try (MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder().setConfiguration(settings)
                .setNumTaskManagers(1).setNumSlotsPerTaskManager(4).build())) {
            cluster.start();
            JobID one = start(cluster, settings, 1, null);
            while (WRITTEN.get() < ACCOUNTS) Thread.sleep(20);
            cluster.triggerCheckpoint(one, CheckpointType.CONFIGURED).get();
            CompletedCheckpointStats before = last(cluster, one);
            cluster.cancelJob(one).get();
            while (cluster.getJobStatus(one).get() != JobStatus.CANCELED) Thread.sleep(20);
            JobID four = start(cluster, settings, 4, before.getExternalPath());
            while (cluster.getJobStatus(four).get() != JobStatus.RUNNING || !running(cluster, four)) Thread.sleep(20);
            cluster.triggerCheckpoint(four, CheckpointType.CONFIGURED).get();
            double times = (double) last(cluster, four).getStateSize() / before.getStateSize();
            System.out.println("four instances: " + (times >= 2 ? "at least 2" : times) + " times the state of one");
            cluster.cancelJob(four).get();
        }
    }

    static boolean running(MiniCluster cluster, JobID job) throws Exception {
        for (var vertex : cluster.getExecutionGraph(job).get().getAllExecutionVertices())
            if (vertex.getExecutionState() != org.apache.flink.runtime.execution.ExecutionState.RUNNING) return false;
        return true;
    }

    static CompletedCheckpointStats last(MiniCluster cluster, JobID job) throws Exception {
        return cluster.getExecutionGraph(job).get().getCheckpointStatsSnapshot().getHistory().getLatestCompletedCheckpoint();
    }

    static JobID start(MiniCluster cluster, Configuration settings, int parallelism, String checkpoint) throws Exception {
        Configuration own = new Configuration(settings);
        if (checkpoint != null) own.setString("execution.state-recovery.path", checkpoint);
        var env = StreamExecutionEnvironment.createLocalEnvironment(parallelism, own);
        env.setMaxParallelism(128);
        env.fromSource(new DataGeneratorSource<Long>(n -> n, Long.MAX_VALUE, Types.LONG),
                        WatermarkStrategy.noWatermarks(), "accounts").setParallelism(1).uid("accounts")
                .filter(n -> n < ACCOUNTS).setParallelism(1)
                .keyBy(n -> n).process(new Balances()).uid("balances").sinkTo(new DiscardingSink<>());
        return cluster.submitJob(env.getStreamGraph().getJobGraph()).get().getJobID();
    }

    public static class Balances extends KeyedProcessFunction<Long, Long, Long> {
        ValueState<String> balance;
        public void open(org.apache.flink.api.common.functions.OpenContext context) {
            balance = getRuntimeContext().getState(new ValueStateDescriptor<>("balance", Types.STRING));
        }
        public void processElement(Long account, Context context, Collector<Long> out) throws Exception {
            byte[] random = new byte[150];
            new java.util.Random(account).nextBytes(random);
            balance.update(java.util.Base64.getEncoder().encodeToString(random));
            WRITTEN.incrementAndGet();
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-statebackend-rocksdb:2.3.0 org.apache.flink:flink-connector-datagen:2.3.0
program flink ScaleOut | as_seen
