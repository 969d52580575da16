/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.flink.FlinkRest;
import io.tspoon.cluster.flink.JobSubmission;
import io.tspoon.cluster.host.Address;
import io.tspoon.cluster.host.Await;
import io.tspoon.cluster.host.HostProcess;
import io.tspoon.cluster.host.Vitals;
import io.tspoon.cluster.job.LedgersJob;
import io.tspoon.cluster.job.LedgersJob.Account;
import io.tspoon.cluster.job.LedgersJob.AccountId;
import io.tspoon.log.kafka.BrokerProcess;
import io.tspoon.query.client.Field;
import io.tspoon.query.client.GraphReader;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.StateQuery;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the job with two ledgers again and again in the same processes, and looks what ended jobs
 * have left in them. What has to be gone: every class loader of a job but the one that Flink itself
 * keeps, and every thread of tspoon or of a Kafka client.
 */
final class Leftovers implements AutoCloseable {
    /** Flink's loaders of the classes of jobs. */
    private static final String LOADER =
            "org\\.apache\\.flink\\.(util|runtime\\.execution\\.librarycache)\\..*(Child|Parent)FirstClassLoader";

    /** Options of the cluster: as few threads as possible that keep a loader. */
    static final Map<String, String> OPTIONS =
            Map.of("taskmanager.network.netty.client.numThreads", "1");

    /**
     * A thread of Flink that connects to other TaskManagers keeps the loader of the job that was
     * the first to need it, as its context class loader.
     */
    private static final int KEPT_BY_FLINK = 1;

    private static final String THREADS = "(?s).*\n\"(tspoon-|kafka-).*";
    private static final Map<String, String> QUERIES =
            Map.of("tspoon.query.enabled", "true", "tspoon.query.port", "0");
    private static final int PARALLELISM = 2;

    /**
     * Some threads of libraries end only after seconds without work, or when they are collected.
     */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Resources resources = new Resources();
    private final LoopbackCluster cluster;
    private final FlinkRest rest;
    private final Path directory;
    private final BrokerProcess broker;
    private final GatewayProcess gateway;
    private int submitted;

    private Leftovers(FlinkHome home, LoopbackCluster cluster, Path directory) throws Exception {
        this.cluster = cluster;
        this.directory = Files.createDirectories(directory);
        rest = cluster.rest();
        gateway =
                resources.keep(
                        GatewayProcess.start(
                                home, rest.address(), directory.resolve("gateway.log")));
        broker =
                resources.keep(
                        new BrokerProcess(
                                Files.createDirectories(directory.resolve("broker")),
                                Address.loopback().address(),
                                home.brokerClassPath()));
    }

    /**
     * Starts a broker and a gateway beside a cluster.
     *
     * @param directory for logs; created
     */
    static Leftovers open(FlinkHome home, LoopbackCluster cluster, Path directory)
            throws Exception {
        return new Leftovers(home, cluster, directory);
    }

    /**
     * Runs the job once: submits it, asks for all accounts of both ledgers, and cancels it.
     *
     * @param failures how often it fails meanwhile, and restarts in the same processes
     */
    void run(Path jar, int failures) throws Exception {
        int number = submitted++;
        Path fail = directory.resolve("fail-" + number);
        URI files = directory.resolve("log-" + number).toUri();
        URI topic = URI.create("kafka://" + broker.bootstrapServers() + "/log-" + number);
        String job =
                rest.submit(
                        new JobSubmission(
                                jar,
                                LedgersJob.class.getName(),
                                LedgersJob.arguments(files, topic, fail),
                                PARALLELISM,
                                QUERIES,
                                null,
                                false));
        awaitSteady(job, 0);
        for (int failed = 1; failed <= failures; failed++) {
            Files.createFile(fail);
            awaitSteady(job, failed);
        }
        rest.cancel(job);
    }

    private void awaitSteady(String job, int failures) throws Exception {
        Await.until(
                "job to run, job=" + job + ", failures=" + failures,
                () -> rest.failures(job).size() >= failures && rest.isRunning(job));
        int before = rest.checkpoints(job);
        Await.until("a checkpoint, job=" + job, () -> rest.checkpoints(job) > before);
        QueryClient client = QueryClient.to(gateway.address()).build();
        for (String ledger : List.of(LedgersJob.IN_FILES, LedgersJob.IN_KAFKA)) {
            GraphReader reader = client.graph(ledger);
            StateQuery<AccountId, Account> accounts =
                    StateQuery.of(LedgersJob.state(ledger), AccountId.class, Account.class);
            Await.until("answers, ledger=" + ledger, () -> answers(reader, accounts));
        }
    }

    /** Asks what takes each of the ways of a read, with values read by both. */
    private static boolean answers(GraphReader reader, StateQuery<AccountId, Account> accounts) {
        return reader.ask(accounts.key(new AccountId(1))).isAnswer()
                && reader.ask(accounts.keys(new AccountId(2), new AccountId(3))).isAnswer()
                && reader.ask(accounts.where(Field.value("postings").ge(1)).count()).isAnswer();
    }

    /**
     * Waits until nothing is left of any job, and returns what the processes hold then.
     *
     * @throws IllegalStateException if something is left; says where the dump of the heap is
     */
    Map<String, Vitals> awaitNothing() throws Exception {
        Map<String, Vitals> all = new LinkedHashMap<>();
        for (HostProcess process : processes()) {
            all.put(process.name(), awaitNothing(process));
        }
        return all;
    }

    private Vitals awaitNothing(HostProcess process) throws Exception {
        List<Vitals> last = new ArrayList<>();
        try {
            Await.until(
                    "jobs to leave nothing, process=" + process.name(),
                    PATIENCE,
                    () -> {
                        last.add(Vitals.of(process, LOADER));
                        return last.get(last.size() - 1).loaders() <= kept(process)
                                && (process == gateway.process()
                                        || !Vitals.threads(process).matches(THREADS));
                    });
        } catch (IllegalStateException e) {
            Path dump = directory.resolve(process.name() + ".hprof");
            Vitals.dump(process, dump);
            throw new IllegalStateException(
                    e.getMessage()
                            + ", left="
                            + last.get(last.size() - 1).line()
                            + ", heap="
                            + dump,
                    e);
        }
        return last.get(last.size() - 1);
    }

    private static int kept(HostProcess process) {
        return process.name().startsWith("taskmanager") ? KEPT_BY_FLINK : 0;
    }

    private List<HostProcess> processes() {
        List<HostProcess> all = new ArrayList<>(cluster.processes());
        all.add(gateway.process());
        return all;
    }

    @Override
    public void close() throws Exception {
        resources.close();
    }
}
