/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.TypeExtractor;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A stream inside a t-graph. Its elements belong to the transaction of the input element that
 * caused them.
 *
 * <p>To branch, consume a stream more than once; to merge branches, use {@link #union}.
 *
 * <p>Functions must be free of side effects, because they may run several times for one element.
 * They may be rich functions, with these limits:
 *
 * <ul>
 *   <li>They keep state in a {@link StateSpec} only. For Flink's own state, their runtime context
 *       throws {@link UnsupportedOperationException}. A function that implements {@code
 *       CheckpointedFunction} or {@code CheckpointListener} is refused with {@link
 *       InvalidGraphException}.
 *   <li>Stateless operations run inside the operator before them, and all functions of an operator
 *       share its metric group. Give their metrics different names: Flink drops the second metric
 *       of a name with a warning.
 *   <li>With object reuse enabled, they change no element and no value in place that they were
 *       given, have written or have emitted, see {@link io.tspoon.transaction.ValueAccess}.
 * </ul>
 *
 * <p>Pass a {@code Class} for a result type without type parameters, {@code TypeInformation} for
 * any other. Methods that take neither extract the type as Flink does, and throw {@link
 * InvalidGraphException} if that fails.
 *
 * @param <T> type of the elements
 */
@PublicEvolving
public sealed class TransactionalStream<T> permits AccessedStream, ProcedureStream, StepStream {
    private final GraphBuilder builder;
    private final StreamNode<T> node;

    TransactionalStream(GraphBuilder builder, StreamNode<T> node) {
        this.builder = builder;
        this.node = node;
    }

    GraphBuilder builder() {
        return builder;
    }

    StreamNode<T> node() {
        return node;
    }

    /** Returns the type of the elements. */
    public TypeInformation<T> type() {
        return node.type();
    }

    // ------------------------------------------------------------------ stateless operations

    /** Maps each element to another one. */
    public <O> StepStream<O> map(MapFunction<T, O> function) {
        TypeInformation<O> type =
                extract(
                        "map",
                        function,
                        () -> TypeExtractor.getMapReturnTypes(function, type(), "map", true));
        return map(function, type);
    }

    /** Maps each element to another one. */
    public <O> StepStream<O> map(MapFunction<T, O> function, Class<O> type) {
        return map(function, type("map", type));
    }

    /** Maps each element to another one. */
    public <O> StepStream<O> map(MapFunction<T, O> function, TypeInformation<O> type) {
        return new StepStream<>(
                builder, builder.step(node, "map", new Steps.Map<>(function), type));
    }

    /** Keeps the elements for which the function returns true. */
    public StepStream<T> filter(FilterFunction<T> function) {
        return new StepStream<>(
                builder, builder.step(node, "filter", new Steps.Filter<>(function), type()));
    }

    /** Maps each element to the elements of a collection. */
    public <O> StepStream<O> flatMap(ElementsFunction<T, O> function, Class<O> type) {
        return flatMap(function, type("flatMap", type));
    }

    /** Maps each element to the elements of a collection. */
    public <O> StepStream<O> flatMap(ElementsFunction<T, O> function, TypeInformation<O> type) {
        return new StepStream<>(
                builder, builder.step(node, "flatMap", new Steps.Elements<>(function), type));
    }

    /** Maps each element to any number of elements. */
    public <O> StepStream<O> flatMap(FlatMapFunction<T, O> function) {
        TypeInformation<O> type =
                extract(
                        "flatMap",
                        function,
                        () ->
                                TypeExtractor.getFlatMapReturnTypes(
                                        function, type(), "flatMap", true));
        return flatMap(function, type);
    }

    /** Maps each element to any number of elements. */
    public <O> StepStream<O> flatMap(FlatMapFunction<T, O> function, Class<O> type) {
        return flatMap(function, type("flatMap", type));
    }

    /** Maps each element to any number of elements. */
    public <O> StepStream<O> flatMap(FlatMapFunction<T, O> function, TypeInformation<O> type) {
        return new StepStream<>(
                builder, builder.step(node, "flatMap", new Steps.FlatMap<>(function), type));
    }

    /** Maps each element to any number of elements, or aborts the transaction. */
    public <O> StepStream<O> process(TransactionalProcessFunction<T, O> function, Class<O> type) {
        return process(function, type("process", type));
    }

    /** Maps each element to any number of elements, or aborts the transaction. */
    public <O> StepStream<O> process(
            TransactionalProcessFunction<T, O> function, TypeInformation<O> type) {
        return new StepStream<>(
                builder, builder.step(node, "process", new Steps.Processing<>(function), type));
    }

    /**
     * Merges this stream with others of the same t-graph and type.
     *
     * @throws InvalidGraphException if a stream is null, belongs to another t-graph or has another
     *     type
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only compared with null
    public final TransactionalStream<T> union(TransactionalStream<T>... others) {
        builder.checkGiven("union", "stream", others);
        List<StreamNode<T>> streams = new ArrayList<>();
        streams.add(node);
        for (TransactionalStream<T> other : others) {
            builder.checkGiven("union", "stream", other);
            streams.add(other.node);
        }
        return next(builder.union(streams));
    }

    // ------------------------------------------------------------------ state

    /** Keys the stream, so that a state can be accessed. */
    public <K> KeyedTransactionalStream<T, K> keyBy(KeySelector<T, K> keySelector) {
        TypeInformation<K> type =
                extract(
                        "keyBy",
                        keySelector,
                        () -> TypeExtractor.getKeySelectorTypes(keySelector, type()));
        return keyBy(keySelector, type);
    }

    /** Keys the stream, so that a state can be accessed. */
    public <K> KeyedTransactionalStream<T, K> keyBy(
            KeySelector<T, K> keySelector, Class<K> keyType) {
        return keyBy(keySelector, type("keyBy", keyType));
    }

    /** Keys the stream, so that a state can be accessed. */
    public <K> KeyedTransactionalStream<T, K> keyBy(
            KeySelector<T, K> keySelector, TypeInformation<K> keyType) {
        return new KeyedTransactionalStream<>(builder, builder.keyed(node, keySelector, keyType));
    }

    /** Partitions the stream, so that a procedure can come to any keys of a partition. */
    public <P> PartitionedTransactionalStream<T, P> partitionBy(KeySelector<T, P> partitions) {
        TypeInformation<P> type =
                extract(
                        "partitionBy",
                        partitions,
                        () -> TypeExtractor.getKeySelectorTypes(partitions, type()));
        return partitionBy(partitions, type);
    }

    /** Partitions the stream, so that a procedure can come to any keys of a partition. */
    public <P> PartitionedTransactionalStream<T, P> partitionBy(
            KeySelector<T, P> partitions, Class<P> type) {
        return partitionBy(partitions, type("partitionBy", type));
    }

    /**
     * Partitions the stream, so that a procedure can come to any keys of a partition: a function
     * that reads and writes several states, and chooses keys while it runs.
     *
     * <pre>{@code
     * static final StateSpec<Phone, Long> BALLOTS =
     *         StateSpec.named("ballots", Phone.class, Long.class)
     *                 .partitionedBy(Phone::show, String.class);
     * static final StateSpec<String, Long> TOTALS = ... // partitionedBy(show -> show, ...)
     *
     * votes.partitionBy(Vote::show).procedure((show, vote, transaction) -> {
     *     ValueAccess<Long> ballot = show.of(BALLOTS, vote.phone());
     *     if (ballot.exists()) {
     *         transaction.abort("one vote a phone");
     *     }
     *     ballot.set(vote.contestant());
     *     ValueAccess<Long> total = show.of(TOTALS, vote.show());
     *     total.set(total.get() + 1);
     * }, Board.class, BALLOTS, TOTALS)
     * }</pre>
     *
     * <p>A transaction holds the whole partition, so the transactions of one partition run one
     * after the other, each without waiting for messages. Those of different partitions run beside
     * each other. A transaction that concerns several partitions has an element for each.
     *
     * @param partitions gives the partition of an element
     * @param type type of the partitions
     */
    public <P> PartitionedTransactionalStream<T, P> partitionBy(
            KeySelector<T, P> partitions, TypeInformation<P> type) {
        return new PartitionedTransactionalStream<>(
                builder, new PartitionedElements<>(node, partitions, type));
    }

    /**
     * Reads and writes the values of several keys together: a value may flow from any key to any
     * other, of the same state or of another one.
     *
     * <pre>{@code
     * static final Role<Transfer, Long> PAYER = Role.update("payer", BALANCE, Transfer::from);
     * static final Role<Transfer, Long> PAYEE = Role.update("payee", BALANCE, Transfer::to);
     *
     * .transact(List.of(PAYER, PAYEE), (transfer, at, transaction) -> {
     *     at.set(PAYEE, at.get(PAYEE) + at.get(PAYER)); // all that there is
     *     at.set(PAYER, 0L);
     * }, Receipt.class)
     * }</pre>
     *
     * <p>The roles say which keys take part; all must be known before any value is. Their owners
     * hold them until the transaction ends, so two that share a key wait for each other as they do
     * with {@code update}. The function runs once all values are there. Where a function of one key
     * is enough, prefer that: this takes two rounds of messages instead of one.
     *
     * <p>If one input element gives several elements here, the functions run one after the other,
     * and each sees what the ones before it have written. A key that plays several roles is one
     * value. A state that is accessed here is accessed nowhere else. Elements must not come from a
     * state, and results must not go to one.
     *
     * @param roles of the keys; at least one
     * @param function reads, writes, deletes, emits, aborts
     * @param type class of the emitted elements, without type parameters
     * @throws InvalidGraphException if there is no role, two have the same name, two name different
     *     states alike, or a state is accessed elsewhere
     */
    public <O> TransactionalStream<O> transact(
            List<? extends AnyRole<T>> roles, TransactFunction<T, O> function, Class<O> type) {
        return transact(roles, function, type("transact", type));
    }

    /** Like {@link #transact(List, TransactFunction, Class)}, for types with parameters. */
    public <O> TransactionalStream<O> transact(
            List<? extends AnyRole<T>> roles,
            TransactFunction<T, O> function,
            TypeInformation<O> type) {
        return next(builder.transact(node, roles, function, type));
    }

    // ------------------------------------------------------------------ end

    /**
     * Gives this stream the name that results call it by, if the t-graph is closed with it: {@link
     * TransactionalGraph#closeTransaction(NamedLeaf...)}.
     *
     * @param leaf a letter, then up to 63 letters, digits, {@code _} or {@code -}
     * @throws InvalidGraphException if the name is invalid
     */
    public NamedLeaf<T> as(String leaf) {
        GraphTypes.checkName("leaf", leaf);
        return new NamedLeaf<>(leaf, this);
    }

    /**
     * Closes the t-graph with this stream as its only leaf.
     *
     * <p>Other branches are still executed: they access their states and can abort the transaction.
     * But the elements that they emit are in no result. To include those, close all leaves together
     * with {@link TransactionalGraph#closeTransaction}.
     *
     * @return one result for each element that entered the t-graph
     * @throws InvalidGraphException if the t-graph is closed; if the elements of this stream also
     *     continue with {@link AccessedStream#sameKey}; or if the t-graph has a write-ahead log and
     *     no state
     */
    public DataStream<TransactionResult<T>> closeTransaction() {
        return builder.close(List.of(node));
    }

    private <O> TypeInformation<O> extract(
            String operation,
            @Nullable Function function,
            Supplier<TypeInformation<O>> extraction) {
        builder.checkGiven(operation, "function", function);
        return GraphTypes.extract(operation, extraction);
    }

    private <O> TypeInformation<O> type(String operation, @Nullable Class<O> type) {
        builder.checkGiven(operation, "result type", type);
        return ValueTypes.of(Objects.requireNonNull(type));
    }

    private <O> TransactionalStream<O> next(StreamNode<O> next) {
        return new TransactionalStream<>(builder, next);
    }
}
