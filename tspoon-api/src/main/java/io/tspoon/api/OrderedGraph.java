/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.TypeExtractor;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/**
 * A t-graph that keeps the order of elements with the same key: {@link
 * TransactionalGraph#orderedBy} gives it. Open it for a stream; what follows is as without an
 * order.
 *
 * <p>Elements of a key come to the same coordinator, and their transactions take effect in the
 * order in which they come. Between elements of different keys there is a serial order as well, but
 * not necessarily that of the stream, unless the stream has parallelism 1: then all of its order is
 * kept. The stream must bring the elements of a key in order, from one subtask: as a source does
 * that reads a partition of Kafka, and what is behind it as long as the parallelism stays the same.
 *
 * @param <T> type of the elements
 */
@PublicEvolving
public final class OrderedGraph<T> {
    private static final String OPERATION = "orderedBy";

    private final TransactionalGraph graph;
    private final KeySelector<T, ?> key;
    private final @Nullable TypeInformation<?> keyType;

    OrderedGraph(
            TransactionalGraph graph, KeySelector<T, ?> key, @Nullable TypeInformation<?> keyType) {
        this.graph = graph;
        this.key = key;
        this.keyType = keyType;
    }

    /**
     * As {@link TransactionalGraph#openTransaction(DataStream)}.
     *
     * @throws InvalidGraphException also if the isolation level is not PL4, if the key cannot be
     *     shipped, or if its type cannot be a key
     */
    public TransactionalStream<T> openTransaction(DataStream<T> input) {
        return graph.openOrdered("", checked(input), null);
    }

    /** As {@link TransactionalGraph#openTransaction(DataStream, KeySelector)}, likewise. */
    public TransactionalStream<T> openTransaction(
            DataStream<T> input, KeySelector<T, String> transactionKey) {
        checkGiven("transaction key", transactionKey);
        return graph.openOrdered("", checked(input), transactionKey);
    }

    /** As {@link TransactionalGraph#openTransaction(String, DataStream)}, likewise. */
    public TransactionalStream<T> openTransaction(String entrance, DataStream<T> input) {
        GraphTypes.checkName("entrance", entrance);
        return graph.openOrdered(entrance, checked(input), null);
    }

    /** As {@link TransactionalGraph#openTransaction(String, DataStream, KeySelector)}, likewise. */
    public TransactionalStream<T> openTransaction(
            String entrance, DataStream<T> input, KeySelector<T, String> transactionKey) {
        GraphTypes.checkName("entrance", entrance);
        checkGiven("transaction key", transactionKey);
        return graph.openOrdered(entrance, checked(input), transactionKey);
    }

    private void checkGiven(String what, @Nullable Object given) {
        FunctionChecks.checkGiven(graph.name(), "openTransaction", what, given);
    }

    private DataStream<T> checked(DataStream<T> input) {
        checkGiven("input", input);
        FunctionChecks.clean(input.getExecutionEnvironment(), graph.name(), OPERATION, "key", key);
        TypeInformation<?> type = keyType == null ? extracted(input) : ValueTypes.of(keyType);
        UnfitKey unfit = UnfitKey.of(type);
        if (unfit != null) {
            throw new InvalidGraphException(
                    "[TSP-1035] Cannot open t-graph: elements cannot be ordered by a key of this"
                            + " type, because "
                            + unfit.reason()
                            + ", graph="
                            + graph.name()
                            + ", keyType="
                            + type
                            + ". Use a type whose hashCode depends on its value alone, the same in"
                            + " every process: String, Long, or a record or POJO of such; of an"
                            + " enum take the name."
                            + unfit.cure());
        }
        return Spread.byKey(input, key, type);
    }

    private TypeInformation<?> extracted(DataStream<T> input) {
        return GraphTypes.extract(
                OPERATION, () -> TypeExtractor.getKeySelectorTypes(key, input.getType()));
    }
}
