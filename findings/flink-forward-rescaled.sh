#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A job of the adaptive scheduler has two steps that are connected by forward edges: each instance of the first one,
# which has the payments of some accounts, gives them to one instance of the second one. While the job runs, the second
# step alone is given another parallelism, as by a button of Flink's web interface.
#
# Library: Flink 2.3.0
# Behaviour: a program with such parallelisms is refused when it is built. Changed later it is accepted, and the forward
#   edge becomes one that deals its elements out to all instances in turn. Only the plan of the running job says so.
#   Each account then reaches all instances of the second step, so its payments overtake one another.
# Matters: what the second step knows of an account is spread over its instances, in no order. Change all steps that are
#   connected by forward edges together, or let them be chained.
# Output seen:
#   second step built with 3: refused
#   both steps with 2: an account at 1 instance of the second one
#   the second one moved to 3: an account at 3 instances
#   its edge in the plan of the running job: REBALANCE
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Forward.java <<'JAVA'
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.runtime.jobgraph.*;
import org.apache.flink.runtime.minicluster.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import java.util.*;
import java.util.concurrent.*;

public class Forward {
    static final long ACCOUNTS = 8;
    /** By account: before, and after the change. */
    static final List<Map<Long, Set<Integer>>> SEEN = List.of(new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    static volatile long last;

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
            System.out.println("second step built with 3: " + refusal(settings));
            JobGraph job = job(settings, 2);
            JobID id = cluster.submitJob(job).get().getJobID();
            while (last < 2_000) Thread.sleep(20);
            System.out.println("both steps with 2: an account at " + most(0) + " instance of the second one");
            JobVertexID second = null;
            for (JobVertex vertex : job.getVertices())
                if (vertex.getName().startsWith("second")) second = vertex.getID();
            var bounds = new HashMap<JobVertexID, JobVertexResourceRequirements>();
            for (JobVertex vertex : job.getVertices())
                bounds.put(vertex.getID(), new JobVertexResourceRequirements(
                        new JobVertexResourceRequirements.Parallelism(1, vertex.getID().equals(second) ? 3 : 2)));
            cluster.updateJobResourceRequirements(id, new JobResourceRequirements(bounds)).get();
            for (int i = 0; i < 3_000 && !allHave(3); i++) Thread.sleep(20);
            System.out.println("the second one moved to 3: an account at " + most(1) + " instances");
            for (var node : cluster.getExecutionGraph(id).get().getPlan().getNodes())
                if (node.getDescription().startsWith("second"))
                    for (var input : node.getInputs())
                        System.out.println("its edge in the plan of the running job: " + input.getShipStrategy());
            cluster.cancelJob(id).get();
        }
    }

    static String refusal(Configuration settings) {
        try {
            job(settings, 3);
            return "accepted";
        } catch (UnsupportedOperationException e) {
            return "refused";
        }
    }

    static int most(int change) {
        return SEEN.get(change).values().stream().mapToInt(Set::size).max().orElse(0);
    }

    static boolean allHave(int instances) {
        var after = SEEN.get(1);
        return after.size() == ACCOUNTS && after.values().stream().allMatch(each -> each.size() == instances);
    }

    static JobGraph job(Configuration settings, int parallelism) {
        var env = StreamExecutionEnvironment.createLocalEnvironment(2, settings);
        env.enableCheckpointing(200);
        var payments = env.fromSource(new DataGeneratorSource<Long>(n -> n, Long.MAX_VALUE,
                RateLimiterStrategy.perSecond(2_000), Types.LONG), WatermarkStrategy.noWatermarks(), "payments");
        var first = payments.keyBy(n -> n % ACCOUNTS).process(new First()).disableChaining().name("first");
        first.forward().process(new Second()).setParallelism(parallelism).disableChaining().name("second");
        return env.getStreamGraph().getJobGraph();
    }

    public static class First extends KeyedProcessFunction<Long, Long, Long> {
        public void processElement(Long payment, Context context, Collector<Long> out) { out.collect(payment); }
    }

    public static class Second extends ProcessFunction<Long, Long> {
        public void processElement(Long payment, Context context, Collector<Long> out) {
            var task = getRuntimeContext().getTaskInfo();
            SEEN.get(task.getNumberOfParallelSubtasks() - 2)
                    .computeIfAbsent(payment % ACCOUNTS, account -> ConcurrentHashMap.newKeySet())
                    .add(task.getIndexOfThisSubtask());
            last = payment;
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-connector-datagen:2.3.0
program flink Forward | as_seen
