/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.transaction.ExecutionTimestamp;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

import javax.net.ssl.SSLContext;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Reads the states of running jobs over the query endpoint of any of their TaskManagers, or of a
 * gateway.
 *
 * <pre>{@code
 * QueryClient client = QueryClient.to(URI.create("http://127.0.0.1:8095")).build();
 * GraphReader bank = client.graph("bank");
 * long alice = bank.ask(StateQuery.of(BALANCE).key("alice")).orElseThrow().orElse(0L);
 * }</pre>
 *
 * <p>Thread-safe. One client is enough for a program, because it keeps connections open. It need
 * not be closed.
 */
@PublicEvolving
public final class QueryClient {
    private final Transport transport;
    private final Json json;
    private final Duration timeout;

    private QueryClient(Builder builder) {
        HttpClient.Builder http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(builder.connectTimeout);
        if (builder.tls != null) {
            http.sslContext(builder.tls);
        }
        this.json = new Json(builder.mapping.get());
        this.timeout = builder.timeout;
        this.transport =
                new Transport(
                        http.build(), json, builder.endpoints, builder.token, builder.retries);
    }

    /**
     * Starts building a client.
     *
     * @param endpoint address of a server without a path, such as {@code http://127.0.0.1:8095},
     *     and without user information, query and fragment
     * @param more other endpoints of the same cluster, used in turn when one fails or serves
     *     another job
     * @throws IllegalArgumentException if an endpoint is not such an address
     */
    public static Builder to(URI endpoint, URI... more) {
        List<URI> endpoints = new ArrayList<>();
        endpoints.add(Builder.checked(endpoint));
        for (URI other : more) {
            endpoints.add(Builder.checked(other));
        }
        return new Builder(endpoints);
    }

    /** Returns a reader of a t-graph, in the only job that the endpoint knows. */
    public GraphReader graph(String name) {
        return new GraphReader(transport, json, "/graphs/" + Call.encode(name), timeout);
    }

    /** Returns a reader of a t-graph, in the job with this id. */
    public GraphReader graph(String job, String name) {
        String path = "/jobs/" + Call.encode(job) + "/graphs/" + Call.encode(name);
        return new GraphReader(transport, json, path, timeout);
    }

    /** Returns a caller of procedures of a t-graph, in the only job that the endpoint knows. */
    public GraphCaller caller(String name) {
        return new GraphCaller(transport, json, "/graphs/" + Call.encode(name), timeout);
    }

    /** Returns a caller of procedures of a t-graph, in the job with this id. */
    public GraphCaller caller(String job, String name) {
        String path = "/jobs/" + Call.encode(job) + "/graphs/" + Call.encode(name);
        return new GraphCaller(transport, json, path, timeout);
    }

    /** Returns who changes the parallelism of a t-graph in the job with this id, at a gateway. */
    public GraphScaler scaler(String job, String name) {
        String path = "/jobs/" + Call.encode(job) + "/graphs/" + Call.encode(name);
        return new GraphScaler(transport, json, path, timeout);
    }

    /** Returns the t-graphs of all jobs that the endpoint knows. */
    public QueryResult<List<GraphSummary>> graphs() {
        return Transport.await(graphsAsync());
    }

    /**
     * Like {@link #graphs}, without waiting. The future itself never fails; a failure is a value,
     * too.
     */
    public CompletableFuture<QueryResult<List<GraphSummary>>> graphsAsync() {
        return transport.send(
                Call.describe("/graphs"),
                timeout,
                body -> new Answer<>(Descriptions.graphs(body), new ExecutionTimestamp(0)));
    }

    /** Settings of a client; all but the endpoints have defaults. */
    @PublicEvolving
    public static final class Builder {
        private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
        private static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(2);

        private final List<URI> endpoints;
        private Supplier<String> token = () -> "";
        private RetryPolicy retries = RetryPolicy.DEFAULT;
        private Duration timeout = DEFAULT_TIMEOUT;
        private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
        private @Nullable SSLContext tls;
        private Supplier<JsonMapping> mapping =
                () -> JsonMapping.load(Thread.currentThread().getContextClassLoader());

        private Builder(List<URI> endpoints) {
            this.endpoints = List.copyOf(endpoints);
        }

        /** Sets the bearer token; none by default. */
        public Builder token(String bearer) {
            String checked = Transport.checkedToken(bearer);
            return token(() -> checked);
        }

        /**
         * Sets a supplier of the bearer token, which is called for each request, so the token can
         * change. If it throws, the question fails with {@link QueryFailureReason#UNAUTHENTICATED}.
         */
        public Builder token(Supplier<String> bearer) {
            this.token = Objects.requireNonNull(bearer);
            return this;
        }

        /**
         * Sets whom to trust, and which certificate to show, over {@code https}; by default as the
         * JDK does. {@link io.tspoon.query.tls.TlsFiles} creates a context from files.
         */
        public Builder tls(SSLContext context) {
            this.tls = Objects.requireNonNull(context);
            return this;
        }

        /** Sets how often questions are repeated; {@link RetryPolicy#DEFAULT} by default. */
        public Builder retries(RetryPolicy policy) {
            this.retries = Objects.requireNonNull(policy);
            return this;
        }

        /**
         * Sets the time limit of each question, including retries; 10 s by default, 365 days at
         * most.
         */
        public Builder timeout(Duration limit) {
            this.timeout = Transport.checked(limit);
            return this;
        }

        /** Sets the time limit of each new connection; 2 s by default, 365 days at most. */
        public Builder connectTimeout(Duration limit) {
            this.connectTimeout = Transport.checked(limit);
            return this;
        }

        /**
         * Sets how keys and values become JSON; the servers must use the same mapping. The default
         * is the mapping that the thread's context class loader finds.
         */
        public Builder mapping(JsonMapping keysAndValues) {
            Objects.requireNonNull(keysAndValues);
            this.mapping = () -> keysAndValues;
            return this;
        }

        /** Returns the client. It connects with its first question. */
        public QueryClient build() {
            return new QueryClient(this);
        }

        private static URI checked(URI endpoint) {
            String scheme = endpoint.getScheme();
            boolean http =
                    scheme != null
                            && List.of("http", "https").contains(scheme.toLowerCase(Locale.ROOT));
            String path = endpoint.getPath();
            boolean bare = path == null || path.isEmpty() || path.equals("/");
            // Whether or not a URI takes it for user information, a query or a fragment.
            boolean tellable = endpoint.toString().matches("[^@?#]*");
            if (!http || endpoint.getHost() == null || !bare || !tellable) {
                throw new IllegalArgumentException(
                        "[TSP-5000] Cannot use endpoint: it is no address of a server, endpoint="
                                + (tellable ? endpoint : "(not shown, it may hold a secret)")
                                + ". Give one like http://127.0.0.1:8095, without a path, user"
                                + " information, query or fragment, and a token with token(...).");
            }
            return endpoint;
        }
    }
}
