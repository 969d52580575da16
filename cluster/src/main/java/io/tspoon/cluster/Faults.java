/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.Failure;
import io.tspoon.cluster.flink.FlinkRest;
import io.tspoon.cluster.host.Await;
import io.tspoon.cluster.host.HostProcess;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Injects faults into a job that runs steadily, and measures how it recovers. */
final class Faults {
    private static final Duration SLOW_FOR = Duration.ofSeconds(5);
    private static final int SLOW_WRITES_PER_SECOND = 10;

    /** Keeps a fault going. */
    private interface Fault {
        void run() throws IOException;
    }

    /** Ends a fault. */
    private interface Repair {
        void run() throws Exception;
    }

    private final FaultGround ground;
    private final Trial trial;
    private final FlinkRest rest;
    private FaultKind kind = FaultKind.TASK_MANAGER_KILLED;
    private int era;
    private long struckAtMs;

    Faults(FaultGround ground) {
        this.ground = ground;
        trial = ground.trial();
        rest = ground.cluster().rest();
    }

    /** Injects the fault, ends it, and waits until the job runs steadily again. */
    Recovery strike(FaultKind next) throws Exception {
        kind = next;
        ground.awaitTaskManagers();
        trial.awaitSteady();
        era = trial.observer().nextEra();
        Recovery recovery =
                switch (kind) {
                    case TASK_MANAGER_KILLED -> killTaskManager();
                    case JOB_MANAGER_KILLED -> killJobManager();
                    case TASK_MANAGER_FROZEN -> freezeTaskManager();
                    case LOG_DISK_FULL -> fillDisk();
                    case LOG_DISK_SLOW -> slowDisk();
                    case BROKER_RESTARTED -> restartBroker();
                    case BROKER_GONE -> loseBroker();
                    case DATA_NODE_KILLED -> killDataNode();
                    case HDFS_GONE -> loseHdfs();
                    case NETWORK_CUT -> cutNetwork();
                };
        trial.awaitSteady();
        return recovery;
    }

    private Recovery killTaskManager() throws IOException, InterruptedException {
        HostProcess victim = ground.workers().get(0);
        struck();
        victim.kill();
        ground.replace(victim);
        return recovery(awaitFailure(""), "");
    }

    private Recovery killJobManager() throws IOException, InterruptedException {
        struck();
        ground.cluster().jobManager().kill();
        ground.cluster().restartJobManager();
        Await.until("JobManager to lead", () -> !rest.state(trial.job()).isEmpty());
        return recovery(sinceStruck(), "detected: the new one knows the job");
    }

    private Recovery freezeTaskManager() throws IOException, InterruptedException {
        HostProcess victim = ground.workers().get(0);
        struck();
        victim.freeze();
        Recovery recovery = recovery(awaitFailure(""), "the others went on without it");
        if (ground.logPlace() == LogPlace.FILES) {
            // A log on a disk cannot fence it off, so whoever replaces it has to kill it.
            victim.kill();
            ground.replace(victim);
        } else {
            victim.thaw();
        }
        return recovery;
    }

    private Recovery fillDisk() throws Exception {
        struck();
        // Repeatedly: a segment that ends frees space, which the next one would use.
        return mendedOnFailure(
                "No space left on device",
                ground.disk()::fill,
                ground.disk()::empty,
                "space given back");
    }

    private Recovery slowDisk() throws IOException, InterruptedException {
        List<Long> processes = ground.taskManagerIds();
        struck();
        int before = trial.observer().distinct();
        ground.disk().slow(SLOW_WRITES_PER_SECOND, processes);
        try {
            Await.until("time to pass", () -> sinceStruck().compareTo(SLOW_FOR) >= 0);
        } finally {
            ground.disk().hasten(processes);
        }
        long results = (trial.observer().distinct() - before) / SLOW_FOR.toSeconds();
        trial.awaitTimely();
        Failure failure = earliestFailure("");
        if (failure != null) {
            throw new IllegalStateException(
                    "Cannot go on: the job failed on a slow disk, failure=" + failure.words());
        }
        return ridden(results + " results/s while slow");
    }

    private Recovery restartBroker() throws Exception {
        struck();
        ground.broker().kill();
        ground.broker().start();
        return riddenOrRecovered("broker back after " + Recovery.seconds(sinceStruck()).strip());
    }

    private Recovery killDataNode() throws Exception {
        struck();
        ground.hdfs().killDataNode();
        try {
            trial.awaitSteady(); // so that new segments begin without it
            return riddenOrRecovered("one of two DataNodes left");
        } finally {
            ground.hdfs().restartDataNode();
        }
    }

    private Recovery loseHdfs() throws Exception {
        struck();
        ground.hdfs().killAll();
        return mendedOnFailure("", ground.hdfs()::restartAll, "started again");
    }

    /** The recovery from a fault that the job may survive without a failure. */
    private Recovery riddenOrRecovered(String remark) throws IOException, InterruptedException {
        Await.until(
                "results to come in time, or a failure",
                () -> trial.isTimely() || earliestFailure("") != null);
        Failure failure = earliestFailure("");
        return failure == null
                ? ridden(remark + ", the job went on")
                : recovery(sinceStruck(failure), remark);
    }

    private Recovery loseBroker() throws Exception {
        struck();
        ground.broker().kill();
        return mendedOnFailure("", ground.broker()::start, "started again");
    }

    /**
     * The recovery from a fault that the job survived without a failure. Results must be timely
     * again.
     */
    private Recovery ridden(String remark) throws InterruptedException {
        Duration fullRate = sinceStruck();
        ground.balances().awaitAnswer();
        return new Recovery(
                kind.words(),
                null,
                null,
                sinceStruck(),
                fullRate,
                trial.observer().longestPause(),
                remark,
                null);
    }

    private Recovery cutNetwork() throws Exception {
        List<HostProcess> workers = ground.workers();
        struck();
        ground.separate(workers.get(0), workers.get(1));
        return mendedOnFailure("", () -> ground.join(workers.get(0), workers.get(1)), "mended");
    }

    private Recovery mendedOnFailure(String words, Repair repair, String done) throws Exception {
        return mendedOnFailure(words, () -> {}, repair, done);
    }

    /**
     * Waits for a failure of the job with these words, and then ends the fault, even if the failure
     * does not come in time.
     *
     * @param meanwhile repeated until then
     */
    private Recovery mendedOnFailure(String words, Fault meanwhile, Repair repair, String done)
            throws Exception {
        Duration detected;
        Duration lasted;
        try {
            detected = awaitFailure(words, meanwhile);
            lasted = sinceStruck();
        } finally {
            repair.run();
        }
        return recovery(detected, done + " after " + Recovery.seconds(lasted).strip());
    }

    private void struck() {
        struckAtMs = System.currentTimeMillis();
    }

    private Duration sinceStruck() {
        return Duration.ofMillis(System.currentTimeMillis() - struckAtMs);
    }

    private Duration sinceStruck(Failure failure) {
        return Duration.ofMillis(failure.atMs() - struckAtMs);
    }

    private Duration awaitFailure(String words) throws InterruptedException {
        return awaitFailure(words, () -> {});
    }

    /** Waits until the job's history has a failure with these words since the fault. */
    private Duration awaitFailure(String words, Fault meanwhile) throws InterruptedException {
        Await.until(
                "failure of the job, fault=" + kind.words(),
                () -> {
                    meanwhile.run();
                    return earliestFailure(words) != null;
                });
        try {
            Failure failure = earliestFailure(words);
            return failure == null ? Duration.ZERO : sinceStruck(failure);
        } catch (IOException e) {
            throw new IllegalStateException("Cannot read failures: the JobManager is gone", e);
        }
    }

    private @Nullable Failure earliestFailure(String words)
            throws IOException, InterruptedException {
        Failure earliest = null;
        for (Failure failure : rest.failures(trial.job())) {
            if (failure.atMs() >= struckAtMs && failure.words().contains(words)) {
                earliest = failure;
            }
        }
        return earliest;
    }

    /** Waits for new results, then until they are timely. */
    private Recovery recovery(Duration detected, String remark)
            throws IOException, InterruptedException {
        if (!trial.observer().awaitResult(era, Await.PATIENCE)) {
            throw new IllegalStateException(
                    "Cannot go on: no results come after the fault, fault=" + kind.words());
        }
        Duration recovered = sinceStruck();
        ground.balances().awaitAnswer();
        Duration answered = sinceStruck();
        trial.awaitTimely();
        Duration fullRate = sinceStruck();
        Duration pause = trial.observer().longestPause();
        return new Recovery(
                kind.words(),
                detected,
                recovered,
                answered,
                fullRate,
                pause,
                remark,
                Phases.read(rest, trial.job(), struckAtMs));
    }
}
