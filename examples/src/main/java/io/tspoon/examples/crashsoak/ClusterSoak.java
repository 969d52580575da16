/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.crashsoak.CrashKind.Trigger;
import io.tspoon.examples.trial.Observer;

import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs the job on a cluster in this process. As planned, tasks throw and TaskManagers are stopped;
 * the tasks are restarted in the same process.
 */
final class ClusterSoak {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PATIENCE_AT_END = Duration.ofMinutes(3);

    private final SoakSettings settings;
    private final WantedCrashes wanted;
    private final Observer observer;
    private final QueryPorts ports;
    private final CrashPlan plan;
    private final Deque<Integer> taskManagers = new ArrayDeque<>();
    private final List<Outage> outages = new ArrayList<>();

    ClusterSoak(SoakSettings settings, WantedCrashes wanted, Observer observer, QueryPorts ports) {
        this.settings = settings;
        this.wanted = wanted;
        this.observer = observer;
        this.ports = ports;
        this.plan = CrashPlan.ofTasks(settings.seed(), wanted.kinds());
    }

    /** The period in which the loss of a TaskManager may make the job fail. */
    private record Outage(long fromMs, long toMs) {
        boolean has(long ms) {
            return fromMs <= ms && ms <= toMs;
        }
    }

    /**
     * Runs the job to its end.
     *
     * @throws IllegalStateException if it does not reach its end
     */
    SoakRun run() throws Exception {
        int managers = Math.min(2, settings.parallelism());
        for (int i = 0; i < managers; i++) {
            taskManagers.add(i);
        }
        MiniClusterConfiguration configuration =
                new MiniClusterConfiguration.Builder()
                        .setConfiguration(SoakConfiguration.restarting(settings, ports))
                        .setNumTaskManagers(managers)
                        .setNumSlotsPerTaskManager(
                                (settings.parallelism() + managers - 1) / managers)
                        .withRandomPorts()
                        .build();
        String run = UUID.randomUUID().toString();
        try (PlannedCrashes crashes =
                        new PlannedCrashes(
                                run,
                                wanted,
                                kind -> {
                                    throw new InjectedCrash(kind);
                                });
                MiniCluster cluster = new MiniCluster(configuration)) {
            cluster.start();
            RunTicket ticket = new RunTicket(run, System.currentTimeMillis(), observer.port(), 0);
            JobID job = cluster.submitJob(jobGraph(ticket)).get().getJobID();
            CompletableFuture<JobResult> result = cluster.requestJobResult(job);
            crash(cluster, crashes, result, settings.inputEndsAtMs(ticket.startedAtMs()));
            awaitEnd(result);
            return new SoakRun(crashes.happened(), crashes.recoveries(), unplanned(cluster, job));
        }
    }

    private JobGraph jobGraph(RunTicket ticket) {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(
                        settings.parallelism(), SoakConfiguration.restarting(settings, ports));
        // All elements are immutable.
        env.getConfig().enableObjectReuse();
        new SoakTopology(settings, ticket).build(env);
        return env.getStreamGraph().getJobGraph();
    }

    private void crash(
            MiniCluster cluster,
            PlannedCrashes crashes,
            CompletableFuture<JobResult> result,
            long untilMs)
            throws Exception {
        boolean inputComes = true;
        while (!result.isDone() && (inputComes || crashes.isOwed())) {
            awaitRunning(crashes, result);
            CrashPlan.Crash next = inputComes ? plan.next() : plan.next().atOnce();
            if (isDoneWithin(result, next.pauseMs())) {
                return;
            }
            crashes.arm(next.inARow(), next.passes());
            if (next.inARow().get(0).trigger() == Trigger.DRIVER) {
                replaceTaskManager(cluster, crashes, result);
            }
            awaitRunning(crashes, result);
            inputComes = System.currentTimeMillis() < untilMs;
        }
        // Crashes that are still due would come after the end of the input, or never.
        crashes.disarm();
    }

    /**
     * Waits until all due crashes have happened and the job runs again, or has ended. That may take
     * long on a busy machine; the job is given up only if it makes no progress.
     */
    private static void awaitRunning(PlannedCrashes crashes, CompletableFuture<JobResult> result)
            throws InterruptedException {
        long passed = crashes.passed();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!crashes.awaitQuiet(Duration.ofSeconds(1)) && !result.isDone()) {
            if (crashes.passed() != passed) {
                passed = crashes.passed();
                deadline = System.nanoTime() + PATIENCE.toNanos();
            } else if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "Cannot go on: the job does not come back from a crash");
            }
        }
    }

    private void replaceTaskManager(
            MiniCluster cluster, PlannedCrashes crashes, CompletableFuture<JobResult> result)
            throws Exception {
        long from = System.currentTimeMillis();
        int newest = taskManagers.getLast();
        int oldest = taskManagers.remove();
        int attempt = crashes.recoveries();
        crashes.happen();
        cluster.terminateTaskManager(oldest).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        cluster.startTaskManager();
        taskManagers.add(newest + 1);
        awaitBegunAfter(attempt, crashes, result);
        outages.add(new Outage(from, System.currentTimeMillis()));
    }

    /** Waits until the job has restarted, unless it has ended because it was so near its end. */
    private static void awaitBegunAfter(
            int attempt, PlannedCrashes crashes, CompletableFuture<JobResult> result)
            throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        boolean begun = false;
        while (!begun && !result.isDone() && System.nanoTime() < deadline) {
            begun = crashes.awaitBegunAfter(attempt, Duration.ofSeconds(1));
        }
    }

    private static boolean isDoneWithin(CompletableFuture<JobResult> result, int ms)
            throws InterruptedException, ExecutionException {
        try {
            result.get(ms, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private static void awaitEnd(CompletableFuture<JobResult> result) throws Exception {
        try {
            result.get(PATIENCE_AT_END.toSeconds(), TimeUnit.SECONDS)
                    .toJobExecutionResult(ClusterSoak.class.getClassLoader());
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "Cannot end run: the job goes on long after its input, seconds="
                            + PATIENCE_AT_END.toSeconds(),
                    e);
        }
    }

    private List<String> unplanned(MiniCluster cluster, JobID job) throws Exception {
        List<String> unplanned = new ArrayList<>();
        cluster.getExecutionGraphInfo(job)
                .get()
                .getExceptionHistory()
                .forEach(
                        failure -> {
                            String words = failure.getExceptionAsString();
                            boolean planned =
                                    words.contains(InjectedCrash.class.getSimpleName())
                                            || outages.stream()
                                                    .anyMatch(o -> o.has(failure.getTimestamp()));
                            if (!planned) {
                                unplanned.add(words);
                            }
                        });
        return unplanned;
    }
}
