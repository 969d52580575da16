/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.transaction.ExecutionTimestamp;

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
 * <p>Any thread may use it. One is enough for a program: it keeps connections open. It needs no
 * closing.
 */
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
     * Begins a client.
     *
     * @param endpoint such as {@code http://127.0.0.1:8095}
     * @param more others of the same cluster, used in turn when one fails or serves another job
     */
    public static Builder to(URI endpoint, URI... more) {
        List<URI> endpoints = new ArrayList<>();
        endpoints.add(Builder.checked(endpoint));
        for (URI other : more) {
            endpoints.add(Builder.checked(other));
        }
        return new Builder(endpoints);
    }

    /** A t-graph of the only job that the endpoint knows. */
    public GraphReader graph(String name) {
        return new GraphReader(transport, json, "/graphs/" + Call.encode(name), timeout);
    }

    /** A t-graph of a job, by the job's id. */
    public GraphReader graph(String job, String name) {
        String path = "/jobs/" + Call.encode(job) + "/graphs/" + Call.encode(name);
        return new GraphReader(transport, json, path, timeout);
    }

    /** The t-graphs of all jobs that the endpoint knows. */
    public QueryResult<List<GraphSummary>> graphs() {
        return Transport.await(graphsAsync());
    }

    /** See {@link #graphs}; the future never fails, but it may hold a failure. */
    public CompletableFuture<QueryResult<List<GraphSummary>>> graphsAsync() {
        return transport.send(
                Call.describe("/graphs"),
                timeout,
                body -> new Answer<>(Descriptions.graphs(body), new ExecutionTimestamp(0)));
    }

    /** What a client needs to know; all but the endpoints has a default. */
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

        /** The bearer token; none unless set. */
        public Builder token(String bearer) {
            String checked = Transport.checkedToken(bearer);
            return token(() -> checked);
        }

        /**
         * Where the bearer token comes from; asked for each request, so that it can change. What it
         * throws is told by a failure, {@link QueryFailureReason#UNAUTHENTICATED}.
         */
        public Builder token(Supplier<String> bearer) {
            this.token = Objects.requireNonNull(bearer);
            return this;
        }

        /**
         * Whom to trust, and what certificate to show, on {@code https}; the JDK's defaults unless
         * set. {@link io.tspoon.query.tls.TlsFiles} makes one of files.
         */
        public Builder tls(SSLContext context) {
            this.tls = Objects.requireNonNull(context);
            return this;
        }

        /** How often questions are repeated; {@link RetryPolicy#DEFAULT} unless set. */
        public Builder retries(RetryPolicy policy) {
            this.retries = Objects.requireNonNull(policy);
            return this;
        }

        /** Limit for each question, retries included; 10 s unless set. */
        public Builder timeout(Duration limit) {
            this.timeout = Transport.checked(limit);
            return this;
        }

        /** Limit for each new connection; 2 s unless set. */
        public Builder connectTimeout(Duration limit) {
            this.connectTimeout = Transport.checked(limit);
            return this;
        }

        /**
         * How keys and values become JSON; unless set, the mapping that the thread's class loader
         * finds, which the servers must have too.
         */
        public Builder mapping(JsonMapping keysAndValues) {
            Objects.requireNonNull(keysAndValues);
            this.mapping = () -> keysAndValues;
            return this;
        }

        /** The client; it connects with its first question. */
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
            if (!http || endpoint.getHost() == null || !bare) {
                throw new IllegalArgumentException(
                        "Cannot use endpoint: it is no address of a server, endpoint="
                                + endpoint
                                + ". Give one like http://127.0.0.1:8095, without a path.");
            }
            return endpoint;
        }
    }
}
