/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Counts;
import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.Schedule;
import io.tspoon.benchmarks.harness.Silence;
import io.tspoon.benchmarks.harness.Usage;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Elasticity;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Setting;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.Throughput;
import io.tspoon.examples.trial.storage.SlowStorage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Measures what each change of the parallelism costs: by savepoint 2 to 4 to 1, live 2 to 4 to 2,
 * and the orderly end of a TaskManager. What is due meanwhile waits, and is made up for.
 *
 * @param perSecond the load
 * @param recordBytes size of the record of an account, about
 * @param restore how instances come by their state
 * @param interval between checkpoints
 */
record ElasticBank(double perSecond, int recordBytes, Restore restore, Duration interval)
        implements Subject {
    /** Of the first job, and between changes that do not end elsewhere. */
    static final int PARALLELISM = 2;

    /** Of one change: 2 GB on a slow storage took more than five minutes. */
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    private static final String AUDIT = "audit";

    /** Everything due is there if what is not is due since less than this. */
    private static final double SLACK_S = 0.25;

    /** The parallelism is what changes. */
    @Override
    public Set<Setting> unused() {
        return EnumSet.of(
                Setting.WARM_UP, Setting.PARALLELISM, Setting.SUSTAINABLE, Setting.RECORDING);
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        int accounts = configuration.accountsOr(settings.accounts());
        String name = configuration.name() + ", elastic";
        try (LogDirectory directory = LogDirectory.create(settings.logParent());
                Meter meter = Meter.open(name);
                ElasticCluster cluster =
                        new ElasticCluster(
                                configuration.stateBackend(),
                                restore,
                                interval,
                                SlowStorage.uri(directory.uri("state")),
                                settings.storageRate())) {
            meter.schedule().setRate(perSecond);
            Changes changes = new Changes(cluster, meter, settings.seconds());
            return changes.run(new ElasticJob(name, accounts, recordBytes), directory, perSecond);
        }
    }

    /** The changes of one round, one after the other. */
    private static final class Changes {
        private final ElasticCluster cluster;
        private final Meter meter;
        private final Schedule schedule;
        private final double seconds;
        private final List<Elasticity.Change> measured = new ArrayList<>();

        Changes(ElasticCluster cluster, Meter meter, double seconds) {
            this.cluster = cluster;
            this.meter = meter;
            this.schedule = meter.schedule();
            this.seconds = seconds;
        }

        Round run(ElasticJob job, LogDirectory directory, double perSecond) {
            cluster.submit(job::buildTransfers, PARALLELISM, null);
            awaitFullRate(perSecond);
            Usage before = Usage.now();
            Counts counts = meter.counts();
            String first = cluster.stopWithSavepoint();
            long stateBytes = directory.size(SlowStorage.local(first).toString());
            cluster.submit(job::buildTransfers, PARALLELISM, first);
            awaitFullRate(perSecond);
            change("savepoint 2 to 4", perSecond, () -> moveBySavepoint(job, 4));
            change("savepoint 4 to 1", perSecond, () -> moveBySavepoint(job, 1));
            beginAgain(job, perSecond);
            change("live 2 to 4", perSecond, () -> cluster.rescale(4));
            change("live 4 to 2", perSecond, () -> cluster.rescale(2));
            changeTo(4, perSecond);
            change("live 4 to 1", perSecond, () -> cluster.rescale(1));
            // Live it would stay in the process that has all of its state.
            beginAgain(job, perSecond);
            change("TaskManager shut down", perSecond, cluster::shutTaskManagerDown);
            Counts counted = meter.counts().since(counts);
            Usage used = Usage.now().since(before);
            List<Entry> entries = entries(job, cluster.stopWithSavepoint());
            long offered = ElasticInput.filling(job.accounts()) + schedule.newestOffered() + 1;
            List<Long> kept = meter.kept().stream().map(Long.class::cast).toList();
            return Round.of(Throughput.of(counted, used, List.of(counted.results()), 1))
                    .withElasticity(new Elasticity(perSecond, stateBytes, measured))
                    .verified(new ElasticAudit(job.accounts(), offered).verify(kept, entries));
        }

        /** In slots that are spread over the processes. */
        private void beginAgain(ElasticJob job, double perSecond) {
            cluster.submit(job::buildTransfers, PARALLELISM, cluster.stopWithSavepoint());
            awaitFullRate(perSecond);
        }

        /** A change between those that are measured. */
        private void changeTo(int parallelism, double perSecond) {
            awaitSteady();
            int sinks = meter.sinks();
            cluster.rescale(parallelism);
            await(() -> meter.sinks() > sinks, "the job does not come back");
            long dueThen = schedule.dueNow();
            await(
                    () -> schedule.completedUpTo() >= dueThen && isFullRate(perSecond),
                    "the job does not catch up");
        }

        /** What each account holds, which a second job reads. */
        private List<Entry> entries(ElasticJob job, String savepoint) {
            ElasticJob second = new ElasticJob(AUDIT, job.accounts(), job.recordBytes());
            try (Meter audit = Meter.open(AUDIT)) {
                cluster.submit(second::buildAudit, PARALLELISM, savepoint);
                cluster.awaitEnd();
                return audit.kept().stream().map(Entry.class::cast).toList();
            }
        }

        private void moveBySavepoint(ElasticJob job, int parallelism) {
            cluster.submit(job::buildTransfers, parallelism, cluster.stopWithSavepoint());
        }

        /** Results of a while before, the change, results until all is made up for. */
        private void change(String name, double perSecond, Runnable change) {
            awaitSteady();
            cluster.runUntil(System.nanoTime() + Math.round(seconds * 1e9));
            int sinks = meter.sinks();
            PhaseMeter phases = new PhaseMeter(cluster);
            Silence silence = new Silence(meter);
            long begin = System.nanoTime();
            try (silence) {
                change.run();
                await(() -> meter.sinks() > sinks, "the job does not come back, change=" + name);
                long dueThen = schedule.dueNow();
                await(
                        () -> schedule.completedUpTo() >= dueThen && isFullRate(perSecond),
                        "the job does not catch up, change=" + name);
            }
            double fullRateMs = (System.nanoTime() - begin) / 1e6;
            measured.add(
                    new Elasticity.Change(
                            name,
                            silence.longestMs(),
                            fullRateMs,
                            phases.read(silence.longestEndMs())));
        }

        /** The job goes on from a checkpoint of its own, and copies of kept files are complete. */
        private void awaitSteady() {
            long nowMs = System.currentTimeMillis();
            await(() -> cluster.isCopied(nowMs), "the first checkpoint or copies take too long");
        }

        private boolean isFullRate(double perSecond) {
            return schedule.dueNow() - schedule.completedUpTo() < perSecond * SLACK_S;
        }

        private void awaitFullRate(double perSecond) {
            await(
                    () -> schedule.completedUpTo() >= 0 && isFullRate(perSecond),
                    "the job does not keep up, offered=" + perSecond);
        }

        private void await(BooleanSupplier condition, String otherwise) {
            if (!cluster.await(condition, TIMEOUT)) {
                throw new BenchmarkException(
                        "Cannot measure change: " + otherwise + ", measured=" + soFar());
            }
        }

        /** Silence and full rate of each, which took minutes. */
        private List<String> soFar() {
            return measured.stream()
                    .map(
                            one ->
                                    String.format(
                                            Locale.ROOT,
                                            "%s: %,.0f ms, %,.0f ms",
                                            one.name(),
                                            one.silentMs(),
                                            one.fullRateMs()))
                    .toList();
        }
    }
}
