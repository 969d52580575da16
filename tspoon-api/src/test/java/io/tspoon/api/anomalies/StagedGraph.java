/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.anomalies;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalGraphOptions;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

import java.time.Duration;

/**
 * A job whose t-graph runs {@link Script}s: entrances, then the state under test, then exits.
 *
 * <p>Entrances and exits are stateful operators of their own, so that a closed gate holds up only
 * the instance that owns its name, and nobody who accesses the state.
 *
 * <pre>
 *   open --+----------------&gt; state --+---------------&gt; close
 *          +--&gt; entrances ------^      +--&gt; exits -------^
 * </pre>
 */
final class StagedGraph {
    static final int PARALLELISM = 4;

    private static final int MAX_PARALLELISM = 128;
    private static final long ENOUGH = 1_000_000;
    private static final String GRAPH = "anomalies";
    private static final StateSpec<String, Long> ENTRANCES = state("entrances");
    private static final StateSpec<String, Long> STATE = state("state");
    private static final StateSpec<String, Long> EXITS = state("exits");

    private StagedGraph() {}

    /** The first name after a prefix that the instance owns. */
    static String ownedBy(int instance, String prefix) {
        int number = 0;
        String name = prefix;
        while (KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        name, MAX_PARALLELISM, PARALLELISM)
                != instance) {
            name = prefix + "-" + ++number;
        }
        return name;
    }

    /**
     * As {@link #start}, with the state under test only, for chains: they take no elements from
     * another state, and nothing behind a state aborts. There are no gates but those inside.
     */
    static JobClient startFlat(Stage stage) throws Exception {
        StreamExecutionEnvironment environment = environment();
        String name = stage.name();
        DataStream<TransactionResult<Observation>> results =
                TransactionalGraph.named(GRAPH)
                        .concurrencyControl(ConcurrencyControl.DETERMINISTIC)
                        .openTransaction(scripts(environment, name), Script::name)
                        .flatMap(Script::operations, Operation.class)
                        .keyBy(Operation::key)
                        .apply(
                                STATE,
                                Operation::mode,
                                (value, operation, transaction) -> {
                                    access(name, value, operation, transaction);
                                    if (operation.aborts()) {
                                        transaction.abort("told to");
                                    }
                                },
                                Observation.class)
                        .closeTransaction();
        tell(name, results);
        return environment.executeAsync(name);
    }

    static JobClient start(Stage stage, IsolationLevel level, ConcurrencyControl control)
            throws Exception {
        StreamExecutionEnvironment environment = environment();
        String name = stage.name();
        TransactionalStream<Operation> operations =
                TransactionalGraph.named(GRAPH)
                        .isolation(level)
                        .concurrencyControl(control)
                        .openTransaction(scripts(environment, name), Script::name)
                        .flatMap(Script::operations, Operation.class);
        TransactionalStream<Operation> delayed =
                operations
                        .filter(operation -> !operation.isDirect())
                        .keyBy(Operation::entrance)
                        .read(
                                ENTRANCES,
                                (any, operation) -> {
                                    Stage.named(name).pass(operation.entrance());
                                    return operation;
                                },
                                Operation.class);
        TransactionalStream<Observation> observations =
                operations
                        .filter(Operation::isDirect)
                        .union(delayed)
                        .keyBy(Operation::key)
                        .apply(
                                STATE,
                                Operation::mode,
                                (value, operation, transaction) ->
                                        access(name, value, operation, transaction),
                                Observation.class);
        TransactionalStream<Observation> held =
                observations
                        .filter(observation -> !observation.operation().isLast())
                        .keyBy(observation -> observation.operation().exit())
                        .apply(
                                EXITS,
                                observation -> AccessMode.READ,
                                (any, observation, transaction) ->
                                        leave(name, observation, transaction),
                                Observation.class);
        DataStream<TransactionResult<Observation>> results =
                TransactionalGraph.closeTransaction(
                        observations.filter(observation -> observation.operation().isLast()), held);
        tell(name, results);
        return environment.executeAsync(name);
    }

    private static void tell(String stage, DataStream<TransactionResult<Observation>> results) {
        results.map(
                        result -> {
                            Stage.named(stage).completed(result);
                            return result;
                        })
                .returns(results.getType())
                .sinkTo(new DiscardingSink<>());
    }

    private static void access(
            String stage,
            ValueAccess<Long> value,
            Operation operation,
            StateContext<Observation> transaction)
            throws InterruptedException {
        Stage.named(stage).pass(operation.inside());
        long before = operation.mode().reads() ? value.get() : 0;
        if (operation.mode().writes()) {
            value.set(before + operation.amount());
        }
        Observation observation = new Observation(operation, before);
        Stage.named(stage).observed(observation);
        transaction.emit(observation);
    }

    private static void leave(
            String stage, Observation observation, StateContext<Observation> transaction)
            throws InterruptedException {
        Stage.named(stage).pass(observation.operation().exit());
        if (observation.operation().aborts()) {
            transaction.abort("told to");
        }
        transaction.emit(observation);
    }

    /** Each script enters at its coordinator. */
    private static DataStream<Script> scripts(
            StreamExecutionEnvironment environment, String stage) {
        return environment
                .fromSequence(1, ENOUGH)
                .setParallelism(1)
                .flatMap((Long any, Collector<Script> scripts) -> submitted(stage, scripts))
                .returns(Script.class)
                .setParallelism(1)
                .partitionCustom((coordinator, count) -> coordinator % count, Script::coordinator)
                .map(script -> script)
                .returns(Script.class);
    }

    private static void submitted(String stage, Collector<Script> scripts)
            throws InterruptedException {
        Script script = Stage.named(stage).next();
        if (script != null) {
            scripts.collect(script);
        }
    }

    /**
     * Without heartbeats: then each channel carries only what the scripts cause, in the order in
     * which it was sent; and at PL4 no coordinator leaves, so none has to join, which it could not
     * while a gate stops an instance.
     */
    private static StreamExecutionEnvironment environment() {
        Configuration configuration = new Configuration();
        configuration.set(TransactionalGraphOptions.heartbeat(GRAPH), Duration.ofMinutes(10));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(PARALLELISM, EmbeddedFlink.Backend.HEAP, configuration);
        environment.setMaxParallelism(MAX_PARALLELISM);
        environment.setBufferTimeout(0);
        return environment;
    }

    private static StateSpec<String, Long> state(String name) {
        return StateSpec.named(name, String.class, Long.class).initialValue(0L);
    }
}
