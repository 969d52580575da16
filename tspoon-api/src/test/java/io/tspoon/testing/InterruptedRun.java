/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A job with a write-ahead log that is canceled some time after a savepoint, so that the run which
 * goes on from there needs both.
 *
 * <pre>
 *    numbers below 200   the savepoint has their results
 *    200 to 399          the log has them; the source gives these numbers again
 *    400 to 599          only the next run gets them
 * </pre>
 */
public final class InterruptedRun {
    public static final int COUNT = 600;
    public static final int BEFORE_SAVEPOINT = 200;
    public static final int BEFORE_END = 400;

    private final Path directory;
    private final Snapshots snapshots;
    private final String test = UUID.randomUUID().toString();

    /**
     * @param cluster that the jobs run on
     * @param directory for the savepoint and the log
     */
    public InterruptedRun(MiniCluster cluster, Path directory) {
        this.directory = directory;
        this.snapshots = new Snapshots(cluster, directory);
    }

    /** The name of a {@link Tap} of this test. */
    public String tap(String name) {
        return test + name;
    }

    /**
     * An environment for one of the runs.
     *
     * @param savepoint to go on from; null for none
     */
    public static StreamExecutionEnvironment environment(
            EmbeddedFlink.Backend backend, int parallelism, String savepoint) {
        Configuration configuration = EmbeddedFlink.checkpointing(Duration.ofHours(1));
        if (savepoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        return EmbeddedFlink.environment(parallelism, backend, configuration);
    }

    /** The input of each run. */
    public DataStream<Long> numbers(StreamExecutionEnvironment environment) {
        return environment
                .fromSource(
                        new GatedNumbers(
                                0,
                                COUNT,
                                new GatedNumbers.Gate(early(), BEFORE_SAVEPOINT, BEFORE_END),
                                new GatedNumbers.Gate(late(), BEFORE_END, COUNT)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .setParallelism(1)
                .uid("numbers");
    }

    /** A t-graph that logs into a directory of this test. */
    public TransactionalGraph graph(String name) {
        return TransactionalGraph.named(name)
                .writeAheadLog(new FileLog(directory.resolve("log").toUri().toString()));
    }

    /**
     * Takes the savepoint of the first run, cancels it later, and lets the next run get all
     * numbers.
     *
     * @param tap what the results of the job pass
     * @return the savepoint
     */
    public String interrupt(JobClient job, String tap) throws Exception {
        Tap.await(tap(tap), BEFORE_SAVEPOINT, job.getJobExecutionResult());
        String savepoint = snapshots.savepoint(job);
        GatedNumbers.open(early());
        Tap.await(tap(tap), BEFORE_END, job.getJobExecutionResult());
        EmbeddedFlink.cancel(job);
        assertThatThrownBy(() -> job.getJobExecutionResult().get())
                .hasStackTraceContaining("Cancel");
        GatedNumbers.open(late());
        return savepoint;
    }

    private String early() {
        return test + "early";
    }

    private String late() {
        return test + "late";
    }
}
