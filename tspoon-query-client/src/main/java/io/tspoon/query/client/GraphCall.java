/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.transaction.ExecutionTimestamp;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * A call of a procedure that has yet to be sent. Immutable; the methods that set something return
 * another call.
 *
 * <p>Its key is a random one, unless it is set. All retries have the same key, so the call is
 * executed at most once. If it fails and {@linkplain QueryResult.Failure#message the message} does
 * not say {@code executed=no}, it may have been executed: send it again with the same key.
 *
 * @param <R> type of what its transaction emits
 */
@PublicEvolving
public final class GraphCall<R> {
    private static final Pattern KEY = Pattern.compile("[!-~]{1,255}");

    private final GraphCaller caller;
    private final Content<R> content;
    private final String key;
    private final boolean durable;
    private final long after;
    private final Duration timeout;

    /**
     * What is called.
     *
     * @param procedure name of the procedure
     * @param request what it takes
     * @param answer type of what its transaction emits
     */
    record Content<R>(String procedure, JsonNode request, TypeInformation<R> answer) {}

    GraphCall(
            GraphCaller caller,
            Content<R> content,
            String key,
            boolean durable,
            long after,
            Duration timeout) {
        this.caller = caller;
        this.content = content;
        this.key = key;
        this.durable = durable;
        this.after = after;
        this.timeout = timeout;
    }

    /**
     * Sets the key, such as the number of an order. Whoever calls the procedure with this key again
     * gets the first outcome, as long as the t-graph retains it.
     *
     * @param own 1 to 255 visible ASCII characters
     */
    public GraphCall<R> key(String own) {
        return new GraphCall<>(caller, content, checked(own), durable, after, timeout);
    }

    /** Returns the key. */
    public String key() {
        return key;
    }

    /** Waits until no crash of the job can take the outcome back. */
    public GraphCall<R> awaitDurable() {
        return new GraphCall<>(caller, content, key, true, after, timeout);
    }

    /** Gives the transaction a timestamp above this one, such as that of an earlier result. */
    public GraphCall<R> after(ExecutionTimestamp timestamp) {
        return new GraphCall<>(
                caller, content, key, durable, Math.max(after, timestamp.value()), timeout);
    }

    /** Sets the time limit, including retries; 365 days at most. */
    public GraphCall<R> timeout(Duration limit) {
        return new GraphCall<>(caller, content, key, durable, after, Transport.checked(limit));
    }

    /** Sends the call, and waits for the result. */
    public QueryResult<CallResult<R>> send() {
        return Transport.await(sendAsync());
    }

    /** Sends the call. The future itself never fails; a failure is a value, too. */
    public CompletableFuture<QueryResult<CallResult<R>>> sendAsync() {
        return caller.send(this);
    }

    /**
     * Sends the call, and waits for its result.
     *
     * @throws QueryFailedException if there is none. An abort is a result
     */
    public CallResult<R> orElseThrow() {
        return send().orElseThrow();
    }

    Content<R> content() {
        return content;
    }

    boolean isDurable() {
        return durable;
    }

    long after() {
        return after;
    }

    Duration timeout() {
        return timeout;
    }

    static String checked(String key) {
        if (!KEY.matcher(Objects.requireNonNull(key)).matches()) {
            throw new IllegalArgumentException(
                    "[TSP-5010] Cannot set key of call: it is not 1 to 255 visible ASCII"
                            + " characters, length="
                            + key.length()
                            + ". Take an id, or a digest of what identifies the call.");
        }
        return key;
    }

    @Override
    public String toString() {
        return "GraphCall[" + content.procedure() + ", key=" + key + "]";
    }
}
