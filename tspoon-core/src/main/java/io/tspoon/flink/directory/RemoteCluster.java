/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import io.tspoon.read.JobDirectory;
import io.tspoon.read.JobLayout;
import io.tspoon.read.ReadException;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.rest.HttpMethodWrapper;
import org.apache.flink.runtime.rest.messages.EmptyMessageParameters;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.runtime.rest.messages.JobPlanInfo;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;
import org.apache.flink.runtime.rest.util.RestClientException;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Flink cluster as seen from outside, through its REST address: which jobs have states that can
 * be read, and where. Thread-safe.
 */
@Internal
public final class RemoteCluster implements AutoCloseable {
    /** Matches what {@link #describe} writes. */
    private static final Pattern UID = Pattern.compile("readable state, uid=([^ \\]]+)");

    /** A request without an answer is given up after this time; the caller may ask again. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final RestClusterClient<StandaloneClusterId> client;

    private RemoteCluster(RestClusterClient<StandaloneClusterId> client) {
        this.client = client;
    }

    /**
     * A running job.
     *
     * @param id in hexadecimal digits
     */
    public record Job(String id, String name) {}

    /**
     * Connects to a cluster; nothing is sent yet. Each request is sent only once, unless {@code
     * rest.retry.max-attempts} says otherwise.
     *
     * @param address of Flink's REST endpoint, such as {@code http://localhost:8081} or {@code
     *     https://flink.example.com/path}; the default port is that of the scheme, 80 or 443
     * @param options of Flink, for instance {@code security.ssl.rest.*}; with https, the
     *     certificate must be issued for the host, unless these options say otherwise
     * @throws IllegalArgumentException if the address or an option is invalid
     */
    public static RemoteCluster connect(URI address, Configuration options) {
        Configuration all = options(address, options);
        try {
            return new RemoteCluster(
                    new RestClusterClient<>(all, StandaloneClusterId.getInstance()));
        } catch (Exception e) {
            throw new IllegalArgumentException(
                    "[TSP-2308] Cannot connect to Flink: its client cannot be made, address="
                            + address
                            + ", cause="
                            + e
                            + ". The host must be known; options for TLS begin with"
                            + " security.ssl.rest.",
                    e);
        }
    }

    /** The options of Flink's client: those given, completed by defaults and the address. */
    static Configuration options(URI address, Configuration given) {
        boolean secure = "https".equalsIgnoreCase(address.getScheme());
        requireFit(address, secure);
        Configuration options = new Configuration();
        options.set(RestOptions.RETRY_MAX_ATTEMPTS, 0);
        options.set(RestOptions.CONNECTION_TIMEOUT, PATIENCE);
        options.set(RestOptions.IDLENESS_TIMEOUT, PATIENCE);
        // By default, Flink does not verify that the certificate belongs to the host.
        options.set(SecurityOptions.SSL_REST_VERIFY_HOSTNAME, secure);
        options.addAll(given);
        int port = secure ? HTTPS_PORT : HTTP_PORT;
        options.set(RestOptions.ADDRESS, address.getHost());
        options.set(RestOptions.PORT, address.getPort() < 0 ? port : address.getPort());
        if (secure) {
            options.set(SecurityOptions.SSL_REST_ENABLED, true);
        }
        String path = address.getRawPath().replaceFirst("/+$", "");
        if (!path.isEmpty()) {
            options.set(RestOptions.PATH, path);
        }
        return options;
    }

    private static void requireFit(URI address, boolean secure) {
        if (address.getHost() == null
                || !(secure || "http".equalsIgnoreCase(address.getScheme()))) {
            throw new IllegalArgumentException(
                    "[TSP-2309] Cannot connect to Flink: the address is not http or https and a"
                            + " host, address="
                            + address
                            + ". Give one such as http://localhost:8081.");
        }
        if (address.getUserInfo() != null
                || address.getQuery() != null
                || address.getFragment() != null) {
            throw new IllegalArgumentException(
                    "[TSP-2310] Cannot connect to Flink: the address has more than host, port and"
                            + " path, host="
                            + address.getHost()
                            + ". Leave out user, query and fragment.");
        }
    }

    /** The description that marks an operator whose directory can be asked. */
    public static String describe(String name, String uid) {
        return name + " [readable state, uid=" + uid + "]";
    }

    /** The running jobs, whether or not they have states that can be read. */
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

    /** The directory of a job; has no states if the job has none that can be read. */
    public JobDirectory directory(Job job) {
        return new RemoteDirectory(job);
    }

    /**
     * Sends a request to Flink's REST interface.
     *
     * @param method such as {@code GET}
     * @param path such as {@code /jobs/ID}
     * @param body JSON; empty if the request has none
     * @return JSON; fails if Flink does not answer, or refuses the request
     */
    public CompletableFuture<String> send(String method, String path, String body) {
        RestText request = new RestText(HttpMethodWrapper.valueOf(method), path);
        try {
            return client.sendRequest(
                            request,
                            EmptyMessageParameters.getInstance(),
                            body.isEmpty()
                                    ? EmptyRequestBody.getInstance()
                                    : new RestText.Body(body))
                    .thenApply(RestText.Answer::text);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * An answer that is an error.
     *
     * @param status of HTTP
     * @param message what Flink says, perhaps with a stack trace
     */
    public record Refusal(int status, String message) {}

    /** What Flink says about a request that it refuses; null if it has not answered. */
    public static @Nullable Refusal refusal(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof RestClientException)) {
            cause = cause.getCause();
        }
        return cause instanceof RestClientException refused
                ? new Refusal(
                        refused.getHttpResponseStatus().code(),
                        String.valueOf(refused.getMessage()))
                : null;
    }

    @Override
    public void close() {
        client.close();
    }

    /** Asks the directory of any one of the job's states. */
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
            Collection<JobPlanInfo.Plan.Node> nodes = details.getPlan().getNodes();
            String uid = uid(nodes);
            if (uid != null) {
                return client.sendCoordinationRequest(id, uid, LayoutMessages.request())
                        .thenApply(RemoteCluster::layout)
                        .thenApply(this::begun);
            }
            // If there is a plan, the job has no states that can be read, whatever its status.
            return CompletableFuture.completedFuture(
                    nodes.isEmpty() ? JobLayout.UNKNOWN : new JobLayout(List.of()));
        }

        /**
         * A running job knows all of its states from the beginning, so an empty layout means that
         * it has not begun.
         */
        private JobLayout begun(JobLayout layout) {
            if (layout.states().isEmpty()) {
                throw new IllegalStateException("the job has not begun");
            }
            return layout;
        }

        private ReadException notReady(Throwable failure) {
            return new ReadException(
                    ReadException.Reason.NOT_READY,
                    "[TSP-2307] Cannot locate states: Flink does not answer for the job, job="
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

    private static @Nullable String uid(Collection<JobPlanInfo.Plan.Node> nodes) {
        for (JobPlanInfo.Plan.Node node : nodes) {
            Matcher found = UID.matcher(String.valueOf(node.getDescription()));
            if (found.find()) {
                return found.group(1);
            }
        }
        return null;
    }
}
