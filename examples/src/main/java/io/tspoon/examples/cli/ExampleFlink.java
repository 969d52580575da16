/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

import io.tspoon.query.QueryOptions;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.LocalStreamEnvironment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;

/** The Flink that an example runs on: embedded in this process, or that of {@code flink run}. */
public final class ExampleFlink {
    private static final double NANOS_PER_SECOND = 1e9;

    private final StreamExecutionEnvironment env;
    private final boolean embedded;

    private ExampleFlink(StreamExecutionEnvironment env, boolean embedded) {
        this.env = env;
        this.embedded = embedded;
    }

    /** Shows what a job has counted in its accumulators. */
    public interface Report {
        /** Shows what has been counted so far; called about once a second. */
        void progress(Map<String, Object> counts);

        /**
         * Shows what was counted in the end, but for the verdict.
         *
         * @param seconds time from the start of the job to its end
         * @return the verdict, which is shown last
         */
        JobVerdict end(Map<String, Object> counts, double seconds);
    }

    /** Whether the job runs in this process. */
    public static boolean isEmbedded() {
        return StreamExecutionEnvironment.getExecutionEnvironment()
                instanceof LocalStreamEnvironment;
    }

    /**
     * Returns the Flink to run on.
     *
     * @param parallelism parallelism of the job; 0 for that of the environment
     */
    public static ExampleFlink get(int parallelism) {
        boolean embedded = isEmbedded();
        StreamExecutionEnvironment env =
                embedded
                        ? StreamExecutionEnvironment.createLocalEnvironment(embeddedSettings())
                        : StreamExecutionEnvironment.getExecutionEnvironment();
        if (parallelism > 0) {
            env.setParallelism(parallelism);
        }
        // Allowed because all elements are immutable.
        env.getConfig().enableObjectReuse();
        return new ExampleFlink(env, embedded);
    }

    public StreamExecutionEnvironment env() {
        return env;
    }

    /**
     * Makes sure that there are checkpoints, without which nothing can be written exactly once.
     *
     * @param interval interval for an embedded Flink; a cluster has its own
     * @throws WrongUseException if the cluster takes no checkpoints
     */
    public void needCheckpoints(Duration interval) {
        if (embedded) {
            env.enableCheckpointing(interval.toMillis());
        } else if (!env.getCheckpointConfig().isCheckpointingEnabled()) {
            throw new WrongUseException(
                    "Cannot write to Kafka exactly once: the job takes no checkpoints,"
                            + " execution.checkpointing.interval=0. Set it, for instance with"
                            + " flink run -D execution.checkpointing.interval=5s.");
        }
    }

    /**
     * Sets the port at which queryable t-graphs can be read.
     *
     * @param port port of an embedded Flink; on a cluster each TaskManager takes the first free
     *     port from there on
     */
    public void serveQueries(int port) {
        Configuration settings = new Configuration();
        settings.set(
                QueryOptions.PORT,
                embedded ? Integer.toString(port) : port + "-" + Math.min(65_535, port + 99));
        env.configure(settings);
    }

    /**
     * Runs the job and follows it to its end.
     *
     * @param stoppable whether its sources can be stopped, so that Ctrl-C ends the input
     * @return the exit code: that of the verdict, or 0 if the job was only submitted
     */
    public int run(String name, PrintWriter out, boolean stoppable, Report report)
            throws Exception {
        long start = System.nanoTime();
        JobClient client = env.executeAsync(name);
        if (!embedded && !env.getConfiguration().get(DeploymentOptions.ATTACHED)) {
            out.println("Submitted, job=" + client.getJobID());
            return CommandLine.ExitCode.OK;
        }
        JobWatch watch = new JobWatch(client);
        if (embedded && stoppable) {
            watch.drainOnInterrupt();
        }
        try {
            Map<String, Object> counts = watch.await(report::progress);
            double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
            JobVerdict verdict = report.end(counts, seconds);
            out.println(verdict.line());
            out.flush();
            return verdict.exitCode();
        } finally {
            watch.reported();
        }
    }

    /**
     * Accumulators travel with heartbeats, so the heartbeat interval determines how often progress
     * is shown.
     */
    private static Configuration embeddedSettings() {
        Configuration settings = new Configuration();
        settings.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(500));
        return settings;
    }
}
