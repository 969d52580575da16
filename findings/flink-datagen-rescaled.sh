#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A job of the adaptive scheduler generates payments 0, 1, 2, ... at 4,000 a second, as for a test under load. While it
# runs it is given other numbers of instances: 4 instead of 2, and in another run 1 instead of 4.
#
# Library: Flink 2.3.0 (flink-connector-datagen)
# Behaviour: the generator cuts its numbers into as many parts as it has instances when it starts, for good, and gives
#   each instance an equal share of the rate. After a change from 2 to 4 two instances have no part and end, and half of
#   the rate is left. After one from 4 to 1 the one instance goes on with a single part, and would begin the next one
#   when it is through: never, as a part has 10^18 numbers.
# Matters: a benchmark that scales out measures half of the load it names, and the tasks that ended count as balanced;
#   after scaling in, three of four parts do not come any more. Keep the generator at one instance, with a maximum
#   parallelism of 1, so that a change of it is refused.
# Output seen:
#   2 instances: RUNNING 2, parts read 2, the whole rate
#   then 4: FINISHED 2, RUNNING 2, parts read 2, half the rate
#   4 instances: RUNNING 4, parts read 4, the whole rate
#   then 1: RUNNING 1, parts read 1, the whole rate
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Generated.java <<'JAVA'
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.runtime.jobgraph.*;
import org.apache.flink.runtime.minicluster.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

public class Generated {
    static final int RATE = 4_000;
    /** By the number of instances. */
    static final Map<Integer, Set<Long>> PARTS = new ConcurrentHashMap<>();
    static final Map<Integer, LongAdder> COUNTS = new ConcurrentHashMap<>();

    public static void main(String[] args) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        settings.setString("jobmanager.scheduler", "adaptive");
        settings.setString("jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling", "0 ms");
        settings.setString("jobmanager.adaptive-scheduler.executing.resource-stabilization-timeout", "0 ms");
        settings.setString("taskmanager.numberOfTaskSlots", "4");
        try (MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder().setConfiguration(settings)
                .setNumTaskManagers(1).setNumSlotsPerTaskManager(4).build())) {
            cluster.start();
            change(cluster, settings, 2, 4);
            change(cluster, settings, 4, 1);
        }
    }

    static void change(MiniCluster cluster, Configuration settings, int first, int second) throws Exception {
        PARTS.clear();
        COUNTS.clear();
        var env = StreamExecutionEnvironment.createLocalEnvironment(first, settings);
        env.enableCheckpointing(200);
        env.fromSource(new DataGeneratorSource<Long>(n -> n, Long.MAX_VALUE, RateLimiterStrategy.perSecond(RATE), Types.LONG),
                WatermarkStrategy.noWatermarks(), "payments").process(new Count(first)).sinkTo(new DiscardingSink<>());
        JobGraph job = env.getStreamGraph().getJobGraph();
        JobID id = cluster.submitJob(job).get().getJobID();
        report(cluster, id, first, first + " instances");
        var bounds = new HashMap<JobVertexID, JobVertexResourceRequirements>();
        for (JobVertex vertex : job.getVertices())
            bounds.put(vertex.getID(), new JobVertexResourceRequirements(
                    new JobVertexResourceRequirements.Parallelism(1, second)));
        cluster.updateJobResourceRequirements(id, new JobResourceRequirements(bounds)).get();
        report(cluster, id, second, "then " + second);
        cluster.cancelJob(id).get();
        while (!cluster.getJobStatus(id).get().isGloballyTerminalState()) Thread.sleep(20);
    }

    static void report(MiniCluster cluster, JobID id, int instances, String when) throws Exception {
        var count = COUNTS.computeIfAbsent(instances, number -> new LongAdder());
        while (count.sum() < RATE) Thread.sleep(20);
        long before = count.sum(), began = System.nanoTime();
        while (count.sum() < before + 4 * RATE) Thread.sleep(20);
        double share = 4e9 / (System.nanoTime() - began);
        var tasks = cluster.getExecutionGraph(id).get().getAllVertices().values().iterator().next().getTaskVertices();
        var states = Arrays.stream(tasks).map(task -> task.getExecutionState().toString())
                .collect(Collectors.groupingBy(state -> state, TreeMap::new, Collectors.counting()));
        System.out.println(when + ": " + states.entrySet().stream().map(state -> state.getKey() + " " + state.getValue())
                .collect(Collectors.joining(", ")) + ", parts read " + PARTS.get(instances).size() + ", "
                + (share > 0.7 ? "the whole rate" : share > 0.3 ? "half the rate" : "little of the rate"));
    }

    public static class Count extends ProcessFunction<Long, Long> {
        final int parts;
        Count(int parts) { this.parts = parts; }
        public void processElement(Long payment, Context context, Collector<Long> out) {
            int instances = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
            PARTS.computeIfAbsent(instances, number -> ConcurrentHashMap.newKeySet()).add(payment / (Long.MAX_VALUE / parts));
            COUNTS.computeIfAbsent(instances, number -> new LongAdder()).increment();
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-connector-datagen:2.3.0
program flink Generated | as_seen
