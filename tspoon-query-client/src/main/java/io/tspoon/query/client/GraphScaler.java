/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.transaction.ExecutionTimestamp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.PublicEvolving;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Changes the parallelism of a t-graph of a running job, with one restart. A gateway does so that
 * was started with {@code --allow-scaling true}, for tokens with the scope {@code scale}.
 *
 * <p>Thread-safe.
 */
@PublicEvolving
public final class GraphScaler {
    private static final ExecutionTimestamp NO_SNAPSHOT = new ExecutionTimestamp(0);
    private static final String PATH = "/parallelism";

    private final Transport transport;
    private final Json json;
    private final String path;
    private final Duration timeout;

    GraphScaler(Transport transport, Json json, String path, Duration timeout) {
        this.transport = transport;
        this.json = json;
        this.path = path;
        this.timeout = timeout;
    }

    /** Returns how parallel the t-graph is, and how far its last change has come. */
    public QueryResult<GraphParallelism> read() {
        return Transport.await(readAsync());
    }

    /**
     * Like {@link #read}, without waiting. The future itself never fails; a failure is a value,
     * too.
     */
    public CompletableFuture<QueryResult<GraphParallelism>> readAsync() {
        return send(Call.describe(PATH));
    }

    /**
     * Begins a change, and does not wait for its end, which {@link #read} tells. Fails with {@link
     * QueryFailureReason#CANNOT_SCALE} if it cannot work; while another one is under way the
     * request is repeated, and fails in the end with {@link QueryFailureReason#CHANGE_UNDER_WAY}.
     *
     * @param parallelism number of instances of each operator
     */
    public QueryResult<GraphParallelism> change(int parallelism) {
        return Transport.await(changeAsync(parallelism));
    }

    /** Like {@link #change}, without waiting, as {@link #readAsync}. */
    public CompletableFuture<QueryResult<GraphParallelism>> changeAsync(int parallelism) {
        return send(Call.change(PATH, body(parallelism)));
    }

    /**
     * Like {@link #change}, but also if there are too few slots: the job takes those that there
     * are, and the rest when they come.
     */
    public QueryResult<GraphParallelism> changeWhenSlotsCome(int parallelism) {
        ObjectNode body = body(parallelism).put("whenSlotsCome", true);
        return Transport.await(send(Call.change(PATH, body)));
    }

    private ObjectNode body(int parallelism) {
        return json.object().put("parallelism", parallelism);
    }

    private CompletableFuture<QueryResult<GraphParallelism>> send(Call call) {
        return transport.send(
                call.below(path),
                timeout,
                body -> new Answer<>(Descriptions.parallelism(body), NO_SNAPSHOT));
    }
}
