/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.call.Procedure;
import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.transaction.ExecutionTimestamp;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Calls procedures of one t-graph. Immutable and thread-safe; the {@code with} methods return
 * another caller.
 *
 * <pre>{@code
 * CallResult<Receipt> result =
 *     client.caller("bank").call(TRANSFER, new Transfer("alice", "bob", 30))
 *         .key("order-17")
 *         .orElseThrow();
 * }</pre>
 *
 * <p>No method throws because of servers or the network. Such a problem is returned as a {@link
 * QueryResult.Failure}, after the retries that the client's {@link RetryPolicy} allows. A retry has
 * the key of the call, so it is safe whether the call was executed or not.
 */
@PublicEvolving
public final class GraphCaller {
    private final Transport transport;
    private final Json json;
    private final String path;
    private final @Nullable QuerySession session;
    private final Duration timeout;

    GraphCaller(Transport transport, Json json, String path, Duration timeout) {
        this(transport, json, path, null, timeout);
    }

    private GraphCaller(
            Transport transport,
            Json json,
            String path,
            @Nullable QuerySession session,
            Duration timeout) {
        this.transport = transport;
        this.json = json;
        this.path = path;
        this.session = session;
        this.timeout = timeout;
    }

    /**
     * Returns a caller that takes part in a session: each call is executed after what the session
     * has seen, and the session then has seen the call.
     */
    public GraphCaller with(QuerySession other) {
        return new GraphCaller(transport, json, path, Objects.requireNonNull(other), timeout);
    }

    /** Returns a caller with another time limit for each call, including retries. */
    public GraphCaller withTimeout(Duration other) {
        return new GraphCaller(transport, json, path, session, Transport.checked(other));
    }

    /** Returns a call, which has yet to be sent. */
    public <Q, R> GraphCall<R> call(ProcedureSpec<Q, R> procedure, Q request) {
        return call(procedure.name(), procedure.requestType(), procedure.answerType(), request);
    }

    /**
     * Returns a transaction that writes states, which has yet to be sent. It is sent as a call is,
     * but not together with others by {@link #callAll}. It emits nothing.
     *
     * <p>If it aborts because something is not as expected, a reason of kind {@link
     * io.tspoon.transaction.AbortReason.Kind#EXPECTATION} says where that is.
     *
     * @param writes what it expects and writes; of at least one key, and of 1,000 at most
     */
    public GraphCall<Void> transact(Writes writes) {
        return new GraphCall<>(
                this,
                new GraphCall.Content<>(Procedure.TRANSACT, writes.json(json), Types.VOID),
                UUID.randomUUID().toString(),
                false,
                0,
                timeout);
    }

    <Q, R> GraphCall<R> call(
            String procedure,
            TypeInformation<Q> requestType,
            TypeInformation<R> answerType,
            Q request) {
        JsonNode written = json.typed(requestType, Objects.requireNonNull(request));
        return new GraphCall<>(
                this,
                new GraphCall.Content<>(procedure, written, answerType),
                UUID.randomUUID().toString(),
                false,
                0,
                timeout);
    }

    /**
     * Asks what became of a call. Does not wait for its end. Fails with {@link
     * QueryFailureReason#UNKNOWN_CALL} if it has not come, or is forgotten.
     *
     * @return empty if it is under way
     */
    public <R> QueryResult<Optional<CallResult<R>>> find(
            ProcedureSpec<?, R> procedure, String key) {
        return Transport.await(findAsync(procedure, key));
    }

    /** Like {@link #find}, without waiting. The future itself never fails. */
    public <R> CompletableFuture<QueryResult<Optional<CallResult<R>>>> findAsync(
            ProcedureSpec<?, R> procedure, String key) {
        return find(procedure.name(), procedure.answerType(), key);
    }

    /** Like {@link #find}, for a transaction that writes states. */
    public QueryResult<Optional<CallResult<Void>>> findTransact(String key) {
        return Transport.await(find(Procedure.TRANSACT, Types.VOID, key));
    }

    private <R> CompletableFuture<QueryResult<Optional<CallResult<R>>>> find(
            String procedure, TypeInformation<R> answer, String key) {
        Call call = Call.describe(pathOf(procedure) + "/" + Call.encode(GraphCall.checked(key)));
        return transport.send(
                call.below(path),
                timeout,
                body ->
                        body.path("underWay").asBoolean()
                                ? new Answer<>(
                                        Optional.<CallResult<R>>empty(), new ExecutionTimestamp(0))
                                : found(answer, body));
    }

    /** No procedure of a program has the name of the one that writes states. */
    private static String pathOf(String procedure) {
        return procedure.equals(Procedure.TRANSACT)
                ? "/" + Procedure.TRANSACT
                : "/calls/" + Call.encode(procedure);
    }

    private <R> Answer<Optional<CallResult<R>>> found(TypeInformation<R> answer, JsonNode body) {
        Answer<CallResult<R>> result = answer(answer, body);
        return new Answer<>(Optional.of(result.value()), result.timestamp());
    }

    /**
     * Sends calls together, each its own transaction, and waits for their results. They may be
     * executed in any order. The batch waits for durable outcomes if one of its calls does, is
     * executed after all that its calls are to come after, and has the longest of their time
     * limits.
     *
     * @return a result for each call, in their order
     */
    public <R> List<QueryResult<CallResult<R>>> callAll(List<GraphCall<R>> calls) {
        return new CallBatch<>(transport, this, List.copyOf(calls)).send();
    }

    <R> CompletableFuture<QueryResult<CallResult<R>>> send(GraphCall<R> call) {
        GraphCall.Content<R> content = call.content();
        return transport.send(
                terms(
                        Call.execute(pathOf(content.procedure()), content.request(), call.key()),
                        call.isDurable(),
                        call.after()),
                call.timeout(),
                body -> answer(content.answer(), body));
    }

    /** A request with what its sender wants beside the execution. */
    Call terms(Call call, boolean durable, long after) {
        Call below = call.below(path);
        long token = session == null ? after : Math.max(after, session.token().value());
        Call ordered = token == 0 ? below : below.with("after", Long.toString(token));
        return durable ? ordered.with("wait", "durable") : ordered;
    }

    Json json() {
        return json;
    }

    /** The result that a body tells. */
    <R> Answer<CallResult<R>> answer(TypeInformation<R> type, JsonNode body) {
        CallResult<R> result =
                Descriptions.call(body, json.typed(type, Json.member(body, "emitted")));
        if (session != null) {
            session.saw(result.timestamp());
        }
        return new Answer<>(result, result.timestamp());
    }
}
