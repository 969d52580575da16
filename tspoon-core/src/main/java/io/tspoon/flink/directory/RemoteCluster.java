/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import io.tspoon.read.JobDirectory;
import io.tspoon.read.JobLayout;
import io.tspoon.read.ReadException;

import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.rest.messages.JobPlanInfo;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Flink cluster, as somebody outside of it sees it by its REST address: which jobs have states
 * that can be read, and where. Thread-safe.
 */
public final class RemoteCluster implements AutoCloseable {
    /** What {@link #describe} writes. */
    private static final Pattern UID = Pattern.compile("readable state, uid=([^ \\]]+)");

    private final RestClusterClient<StandaloneClusterId> client;

    private RemoteCluster(RestClusterClient<StandaloneClusterId> client) {
        this.client = client;
    }

    /**
     * A job that runs.
     *
     * @param id in hexadecimal digits
     */
    public record Job(String id, String name) {}

    /**
     * Connects to a cluster; nothing is sent yet.
     *
     * @param address of Flink's REST endpoint, such as {@code http://localhost:8081}
     * @param options of Flink, for instance {@code security.ssl.rest.*}
     * @throws IllegalArgumentException if the address is unfit
     */
    public static RemoteCluster connect(URI address, Configuration options) {
        String host = address.getHost();
        if (host == null) {
            throw new IllegalArgumentException(
                    "Cannot connect to Flink: the address names no host, address="
                            + address
                            + ". Give one such as http://localhost:8081.");
        }
        Configuration all = new Configuration(options);
        all.set(RestOptions.ADDRESS, host);
        all.set(
                RestOptions.PORT,
                address.getPort() < 0 ? RestOptions.PORT.defaultValue() : address.getPort());
        try {
            return new RemoteCluster(
                    new RestClusterClient<>(all, StandaloneClusterId.getInstance()));
        } catch (Exception e) {
            throw new IllegalArgumentException(
                    "Cannot connect to Flink: its options are unfit, address=" + address, e);
        }
    }

    /** The description of an operator whose directory can be asked. */
    public static String describe(String name, String uid) {
        return name + " [readable state, uid=" + uid + "]";
    }

    /** The jobs that run, whether or not they have states that can be read. */
    public CompletableFuture<List<Job>> jobs() {
        return client.listJobs().thenApply(RemoteCluster::running);
    }

    private static List<Job> running(Collection<JobStatusMessage> jobs) {
        List<Job> running = new ArrayList<>();
        for (JobStatusMessage job : jobs) {
            if (!job.getJobState().isGloballyTerminalState()) {
                running.add(new Job(job.getJobId().toHexString(), job.getJobName()));
            }
        }
        return running;
    }

    /** The directory of a job; it has no states if none of the job can be read. */
    public JobDirectory directory(Job job) {
        return new RemoteDirectory(job);
    }

    @Override
    public void close() {
        client.close();
    }

    /** Asks the directory of any state of the job. */
    private final class RemoteDirectory implements JobDirectory {
        private final Job job;
        private final JobID id;

        RemoteDirectory(Job job) {
            this.job = job;
            this.id = JobID.fromHexString(job.id());
        }

        @Override
        public String jobId() {
            return job.id();
        }

        @Override
        public String jobName() {
            return job.name();
        }

        @Override
        public CompletableFuture<JobLayout> locate() {
            return client.getJobDetails(id)
                    .thenCompose(this::ask)
                    .exceptionallyCompose(
                            failure -> CompletableFuture.failedFuture(notReady(failure)));
        }

        private CompletableFuture<JobLayout> ask(JobDetailsInfo details) {
            String uid = uid(details);
            if (uid != null) {
                return client.sendCoordinationRequest(id, uid, LayoutMessages.request())
                        .thenApply(RemoteCluster::layout)
                        .thenApply(this::begun);
            }
            JobLayout none = new JobLayout(List.of());
            return CompletableFuture.completedFuture(
                    details.getJobStatus() == JobStatus.RUNNING ? none : begun(none));
        }

        /** A job that has states, or may have, has all of them from its beginning on. */
        private JobLayout begun(JobLayout layout) {
            if (layout.states().isEmpty()) {
                throw new IllegalStateException("the job has not begun");
            }
            return layout;
        }

        private ReadException notReady(Throwable failure) {
            return new ReadException(
                    ReadException.Reason.NOT_READY,
                    "Cannot locate states: Flink does not answer for the job, job="
                            + job.name()
                            + ", id="
                            + job.id()
                            + ", cause="
                            + failure);
        }
    }

    private static JobLayout layout(CoordinationResponse response) {
        try {
            return LayoutMessages.layout(response);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private static @Nullable String uid(JobDetailsInfo details) {
        for (JobPlanInfo.Plan.Node node : details.getPlan().getNodes()) {
            Matcher found = UID.matcher(String.valueOf(node.getDescription()));
            if (found.find()) {
                return found.group(1);
            }
        }
        return null;
    }
}
