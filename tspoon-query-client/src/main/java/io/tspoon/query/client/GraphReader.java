/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.transaction.ExecutionTimestamp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Asks questions about one t-graph. Immutable and thread-safe; the {@code with} methods return
 * another reader.
 *
 * <p>No method throws because of servers or the network. Such a problem is returned as a {@link
 * QueryResult.Failure}, after the retries that the client's {@link RetryPolicy} allows.
 */
@PublicEvolving
public final class GraphReader {
    private static final ExecutionTimestamp NO_SNAPSHOT = new ExecutionTimestamp(0);

    private final Transport transport;
    private final Json json;
    private final String path;
    private final Consistency consistency;
    private final @Nullable QuerySession session;
    private final Duration timeout;

    GraphReader(Transport transport, Json json, String path, Duration timeout) {
        this(transport, json, path, Consistency.snapshot(), null, timeout);
    }

    private GraphReader(
            Transport transport,
            Json json,
            String path,
            Consistency consistency,
            @Nullable QuerySession session,
            Duration timeout) {
        this.transport = transport;
        this.json = json;
        this.path = path;
        this.consistency = consistency;
        this.session = session;
        this.timeout = timeout;
    }

    /** Returns a reader with another consistency; the default is {@link Consistency#snapshot}. */
    public GraphReader with(Consistency other) {
        return new GraphReader(
                transport, json, path, Objects.requireNonNull(other), session, timeout);
    }

    /**
     * Returns a reader that takes part in a session: each answer includes what the session has
     * seen, and the session then has seen the answer. A question {@link Consistency#at} a timestamp
     * ignores what the session has seen.
     */
    public GraphReader with(QuerySession other) {
        return new GraphReader(
                transport, json, path, consistency, Objects.requireNonNull(other), timeout);
    }

    /**
     * Returns a reader with another time limit for each question, including retries; 365 days at
     * most.
     */
    public GraphReader withTimeout(Duration other) {
        return new GraphReader(
                transport, json, path, consistency, session, Transport.checked(other));
    }

    /** Asks a question and waits for the result. */
    public <T> QueryResult<T> ask(Question<T> question) {
        return Transport.await(askAsync(question));
    }

    /**
     * Asks a question without waiting. The future itself never fails; a failure is a value, too.
     */
    public <T> CompletableFuture<QueryResult<T>> askAsync(Question<T> question) {
        Call call = question.call(json, when());
        return send(call, body -> seen(question.answer(json, body), Json.timestamp(body)));
    }

    /** Asks several questions, about one or several states, in one snapshot. */
    public QueryResult<Answers> askTogether(Question<?>... questions) {
        return Transport.await(askTogetherAsync(questions));
    }

    /** Like {@link #askTogether}, without waiting, as {@link #askAsync}. */
    public CompletableFuture<QueryResult<Answers>> askTogetherAsync(Question<?>... questions) {
        Question<?>[] asked = questions.clone();
        ObjectNode body = json.object();
        ArrayNode reads = body.putArray("reads");
        for (Question<?> question : asked) {
            reads.add(question.read(json));
        }
        return send(
                Call.post("/query", body).with(when()),
                answer -> {
                    JsonNode results = Json.member(answer, "results");
                    IdentityHashMap<Question<?>, Object> values = new IdentityHashMap<>();
                    for (int i = 0; i < asked.length; i++) {
                        values.put(asked[i], asked[i].part(json, Json.member(results, i)));
                    }
                    return seen(new Answers(values), Json.timestamp(answer));
                });
    }

    /**
     * Returns all entries of a selection from one snapshot, fetched page by page as they are
     * consumed.
     *
     * @param pageSize entries per request, at least 1; at most as many as the server's option
     *     {@code tspoon.query.max-entries} says, 10,000 by default
     * @return a lazy stream; it throws {@link QueryFailedException} when it cannot get a page
     */
    public <K, V> Stream<Entry<K, V>> stream(Selection<K, V> selection, int pageSize) {
        PageIterator<K, V> entries = new PageIterator<>(this, selection.page(pageSize));
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        entries, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE),
                false);
    }

    /** Returns a description of the t-graph and its states. */
    public QueryResult<GraphDescription> describe() {
        return Transport.await(describeAsync());
    }

    /** Like {@link #describe}, without waiting, as {@link #askAsync}. */
    public CompletableFuture<QueryResult<GraphDescription>> describeAsync() {
        return send(Call.describe(""), body -> new Answer<>(Descriptions.graph(body), NO_SNAPSHOT));
    }

    /** Returns metrics of the t-graph. */
    public QueryResult<GraphMetrics> metrics() {
        return Transport.await(metricsAsync());
    }

    /** Like {@link #metrics}, without waiting, as {@link #askAsync}. */
    public CompletableFuture<QueryResult<GraphMetrics>> metricsAsync() {
        return send(
                Call.describe("/metrics"),
                body -> new Answer<>(Descriptions.metrics(body), NO_SNAPSHOT));
    }

    /**
     * Asks what became of a transaction of the only entrance, and does not wait for its end. Fails
     * with {@link QueryFailureReason#UNKNOWN_TRANSACTION} if none of this key has ended, or if it
     * is longer ago than the t-graph retains outcomes.
     *
     * @param key the key that the program gives the transaction
     */
    public QueryResult<TransactionOutcome> transaction(String key) {
        return transaction("", key, Duration.ZERO);
    }

    /**
     * Asks what became of a transaction, and waits for its end. Fails as {@link
     * #transaction(String)} if it has not ended by then.
     *
     * @param entrance name of the entrance by which the element has come; empty for the only one,
     *     if that has no name
     * @param key the key that the program gives the transaction
     * @param wait how long the server waits, beside the time limit of the question; it may wait
     *     less long, by its option {@code tspoon.query.max-timeout}
     */
    public QueryResult<TransactionOutcome> transaction(String entrance, String key, Duration wait) {
        return Transport.await(transactionAsync(entrance, key, wait));
    }

    /**
     * Like {@link #transaction(String, String, Duration)}, without waiting, as {@link #askAsync}.
     */
    public CompletableFuture<QueryResult<TransactionOutcome>> transactionAsync(
            String entrance, String key, Duration wait) {
        Call call =
                Call.describe("/transactions/" + Call.encode(key))
                        .with("entrance", entrance)
                        .with("waitMs", Long.toString(Transport.waitMs(wait)));
        return transport.send(
                call.below(path),
                Transport.checked(timeout.plus(wait)),
                body -> seen(Descriptions.transaction(body), Json.timestamp(body)));
    }

    private When when() {
        return new When(consistency, session == null ? 0 : session.token().value());
    }

    private <T> Answer<T> seen(T value, ExecutionTimestamp timestamp) {
        if (session != null) {
            session.saw(timestamp);
        }
        return new Answer<>(value, timestamp);
    }

    private <T> CompletableFuture<QueryResult<T>> send(
            Call call, Function<JsonNode, Answer<T>> reader) {
        return transport.send(call.below(path), timeout, reader);
    }
}
