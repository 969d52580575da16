/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.Functions;
import io.tspoon.flink.GraphVertices;
import io.tspoon.flink.JobGraphs;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.close.ClosePlan;
import io.tspoon.runtime.open.OpenPlan;
import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InitialValue;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.plan.StepFunction;
import io.tspoon.runtime.result.TransactionResultTypeInfo;
import io.tspoon.runtime.state.StateOperatorPlan;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds one t-graph: gathers its operations while the program describes them, and makes the plans
 * of its Flink operators when it is closed. States are numbered in the order of their description,
 * in which each comes after those that send to it.
 *
 * @param <I> type of the input elements
 */
final class GraphBuilder<I> {
    private final StreamExecutionEnvironment environment;
    private final GraphSettings settings;
    private final TypeInformation<I> inputType;
    private final @Nullable KeySelector<I, String> transactionKey;
    private final boolean kryoAllowed;
    private final InputSpread spread;
    private final GraphVertices<I> vertices;
    private final List<Outlet> openOutlets = new ArrayList<>();
    private final List<StatePlan<?, ?, ?, ?>> states = new ArrayList<>();
    private final List<StateSpec<?, ?>> specs = new ArrayList<>();
    private boolean closed;

    /**
     * What the program says of a t-graph before it opens it.
     *
     * @param name of the t-graph
     * @param uidPrefix what the uids of its operators begin with
     * @param settings given by the program; they win over Flink's configuration
     * @param writeAheadLog given by the program; null if it gives none
     * @param parallelism given by the program; 0 for that of the environment
     * @param kryoAllowed whether types may be written with Kryo
     */
    public record Description(
            String name,
            String uidPrefix,
            Configuration settings,
            @Nullable WriteAheadLog writeAheadLog,
            int parallelism,
            boolean kryoAllowed) {}

    private GraphBuilder(
            DataStream<I> input,
            @Nullable KeySelector<I, String> transactionKey,
            Description description,
            GraphSettings settings,
            int parallelism) {
        this.environment = input.getExecutionEnvironment();
        this.settings = settings;
        this.inputType = input.getType();
        this.transactionKey = transactionKey;
        this.kryoAllowed = description.kryoAllowed();
        if (transactionKey != null) {
            Functions.clean(environment, transactionKey);
        }
        this.spread = spread(input, transactionKey, settings, parallelism);
        this.vertices =
                new GraphVertices<>(
                        spread(input, spread, parallelism),
                        settings.graph(),
                        description.uidPrefix(),
                        parallelism);
    }

    /**
     * At PL4 one coordinator gets all of an input that is not parallel, so that its order is kept.
     * With a log, an element without a key must come back to the same coordinator after a crash, so
     * that equal ones can be counted.
     */
    private static InputSpread spread(
            DataStream<?> input,
            @Nullable KeySelector<?, String> transactionKey,
            GraphSettings settings,
            int parallelism) {
        boolean isSerial = settings.isOrdered() && input.getParallelism() == 1;
        if (parallelism == 1 || isSerial) {
            return InputSpread.SINGLE;
        }
        boolean isByContent = settings.log() != null && transactionKey == null;
        return isByContent ? InputSpread.BY_CONTENT : InputSpread.ANY;
    }

    private static <I> DataStream<I> spread(
            DataStream<I> input, InputSpread spread, int parallelism) {
        if (spread == InputSpread.SINGLE && parallelism > 1) {
            return input.global();
        }
        return spread == InputSpread.BY_CONTENT ? ContentSpread.spread(input) : input;
    }

    /** Opens a t-graph; see {@link io.tspoon.api.TransactionalGraph#openTransaction}. */
    public static <I> GraphBuilder<I> open(
            DataStream<I> input,
            @Nullable KeySelector<I, String> transactionKey,
            Description description) {
        StreamExecutionEnvironment environment = input.getExecutionEnvironment();
        String graph = description.name();
        GraphSettings settings =
                SettingsReader.read(
                        graph, description.settings(), description.writeAheadLog(), environment);
        int parallelism =
                description.parallelism() > 0
                        ? description.parallelism()
                        : environment.getParallelism();
        if (parallelism > Timestamps.MAX_COORDINATORS) {
            throw new InvalidGraphException(
                    "Cannot open t-graph: its parallelism is too high, graph="
                            + graph
                            + ", parallelism="
                            + parallelism
                            + ", limit="
                            + Timestamps.MAX_COORDINATORS
                            + ". Set a lower one with parallelism(n).");
        }
        GraphTypes.checkSerializable(
                graph, "inputType", input.getType(), description.kryoAllowed());
        if (!JobGraphs.add(environment, graph)) {
            throw new InvalidGraphException(
                    "Cannot open t-graph: the job has one of this name, graph="
                            + graph
                            + ". Give each t-graph of a job a name of its own.");
        }
        return new GraphBuilder<>(input, transactionKey, description, settings, parallelism);
    }

    /** The stream of the elements that enter. */
    public StreamNode<I> opened() {
        return new StreamNode<>(this, inputType, List.of(openOutlets));
    }

    public StreamExecutionEnvironment environment() {
        return environment;
    }

    // ------------------------------------------------------------------ operations

    /** Adds a stateless operation. */
    public <T, O> StreamNode<O> step(
            StreamNode<T> input,
            String name,
            StepFunction<T, O> function,
            TypeInformation<O> type) {
        checkOpen(name);
        checkSerializable(name, type);
        Functions.clean(environment, function.userFunction());
        List<Outlet> outlets = new ArrayList<>();
        input.feed(new Outlet.ToStep(name, function, serializer(type), outlets));
        return new StreamNode<>(this, type, List.of(outlets));
    }

    /** Unites streams of this t-graph. */
    public <T> StreamNode<T> union(List<StreamNode<T>> streams) {
        checkOpen("union");
        List<List<Outlet>> taps = new ArrayList<>();
        TypeInformation<T> type = streams.get(0).type();
        for (StreamNode<T> stream : streams) {
            checkOwn("union", stream);
            checkSameType("unite", type, stream);
            taps.addAll(stream.taps());
        }
        return new StreamNode<>(this, type, List.copyOf(taps));
    }

    /** Adds a stateful operator. */
    public <T, K, V, O> StreamNode<O> state(
            StreamNode<T> input,
            KeySelector<T, K> keySelector,
            TypeInformation<K> keyType,
            StateSpec<K, V> spec,
            AccessModes<T> modes,
            AccessFunction<T, V, O> function,
            TypeInformation<O> type) {
        checkOpen(spec.name());
        checkSerializable(spec.name() + " keys", spec.keyType());
        checkSerializable(spec.name() + " values", spec.valueType());
        checkSerializable(spec.name() + " results", type);
        StateChecks.checkKeyType(settings.graph(), spec, keyType);
        if (!JobGraphs.add(environment, "state " + spec.name())) {
            throw new InvalidGraphException(
                    "Cannot add stateful operator: the job has a state of this name, graph="
                            + settings.graph()
                            + ", state="
                            + spec.name()
                            + ". A state belongs to one operator of one t-graph: give each operator"
                            + " a StateSpec with a name of its own.");
        }
        function.userFunctions().forEach(user -> Functions.clean(environment, user));
        Functions.clean(environment, keySelector);
        if (modes.selector() != null) {
            Functions.clean(environment, modes.selector());
        }
        int index = states.size();
        List<Outlet> outlets = new ArrayList<>();
        states.add(
                new StatePlan<>(
                        index,
                        spec.name(),
                        modes,
                        function,
                        keySelector,
                        serializer(input.type()),
                        serializer(spec.keyType()),
                        serializer(spec.valueType()),
                        serializer(type),
                        new InitialValue<>(spec.initialValue(), serializer(spec.valueType())),
                        spec.constraint(),
                        spec.constraintName(),
                        outlets));
        specs.add(spec);
        input.feed(new Outlet.ToState(index, keySelector, serializer(input.type())));
        return new StreamNode<>(this, type, List.of(outlets));
    }

    /** Closes the t-graph. */
    public <T> DataStream<TransactionResult<T>> close(List<StreamNode<T>> leaves) {
        checkOpen("closeTransaction");
        TypeInformation<T> type = leaves.get(0).type();
        for (StreamNode<T> leaf : leaves) {
            checkOwn("closeTransaction", leaf);
            checkSameType("close", type, leaf);
            leaf.feed(new Outlet.ToResult(serializer(type)));
        }
        closed = true;
        OpenPlan<I> openPlan =
                new OpenPlan<>(
                        settings,
                        GraphVertices.router(),
                        serializer(inputType),
                        transactionKey,
                        openOutlets,
                        states.stream().map(StateColumns::of).toList(),
                        serializer(type),
                        spread);
        List<GraphVertices.StateVertex> stateVertices = new ArrayList<>();
        List<StateColumns> columns = new ArrayList<>();
        List<TransactionResultTypeInfo.StateType> stateTypes = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            StateSpec<?, ?> spec = specs.get(i);
            stateVertices.add(vertex(states.get(i), spec));
            columns.add(StateColumns.of(states.get(i)));
            stateTypes.add(
                    new TransactionResultTypeInfo.StateType(
                            spec.name(), spec.keyType(), spec.valueType()));
        }
        return vertices.close(
                openPlan,
                stateVertices,
                new ClosePlan<>(settings, columns, serializer(type)),
                new TransactionResultTypeInfo<>(type, stateTypes));
    }

    /** The state was made of the specification. */
    @SuppressWarnings("unchecked")
    private <T, K, V, O> GraphVertices.StateVertex vertex(
            StatePlan<T, K, V, O> state, StateSpec<?, ?> spec) {
        return new GraphVertices.StateVertex(
                operatorPlan(
                        state,
                        (TypeInformation<K>) spec.keyType(),
                        (TypeInformation<V>) spec.valueType()),
                spec.keyType());
    }

    private <T, K, V, O> StateOperatorPlan<T, K, V, O> operatorPlan(
            StatePlan<T, K, V, O> state, TypeInformation<K> keyType, TypeInformation<V> valueType) {
        boolean[] reaches = new boolean[states.size()];
        markReached(state.outlets(), reaches);
        boolean[] reachedBy = new boolean[states.size()];
        for (StatePlan<?, ?, ?, ?> other : states) {
            boolean[] reachedByOther = new boolean[states.size()];
            markReached(other.outlets(), reachedByOther);
            reachedBy[other.index()] = reachedByOther[state.index()];
        }
        return new StateOperatorPlan<>(
                settings, GraphVertices.router(), state, keyType, valueType, reaches, reachedBy);
    }

    private static void markReached(List<Outlet> outlets, boolean[] reaches) {
        for (Outlet outlet : outlets) {
            if (outlet instanceof Outlet.ToState toState) {
                reaches[toState.state()] = true;
            } else if (outlet instanceof Outlet.ToStep toStep) {
                markReached(toStep.outlets(), reaches);
            }
        }
    }

    // ------------------------------------------------------------------ checks

    private void checkOpen(String operation) {
        if (closed) {
            throw new InvalidGraphException(
                    "Cannot add to t-graph: it is closed, graph="
                            + settings.graph()
                            + ", operation="
                            + operation
                            + ". Close all leaves together with"
                            + " TransactionalGraph.closeTransaction(a, b), as the last step.");
        }
    }

    private void checkOwn(String operation, StreamNode<?> stream) {
        if (stream.builder() != this) {
            throw new InvalidGraphException(
                    "Cannot combine streams: they belong to two t-graphs, graph="
                            + settings.graph()
                            + ", other="
                            + stream.builder().settings.graph()
                            + ", operation="
                            + operation
                            + ". Close each t-graph by itself and combine the results after it.");
        }
    }

    private void checkSameType(String verb, TypeInformation<?> type, StreamNode<?> stream) {
        if (!type.equals(stream.type())) {
            throw new InvalidGraphException(
                    "Cannot "
                            + verb
                            + " streams: their types differ, graph="
                            + settings.graph()
                            + ", type="
                            + type
                            + ", other="
                            + stream.type()
                            + ". Map them to one type first.");
        }
    }

    private void checkSerializable(String what, TypeInformation<?> type) {
        GraphTypes.checkSerializable(settings.graph(), what, type, kryoAllowed);
    }

    private <T> TypeSerializer<T> serializer(TypeInformation<T> type) {
        return Functions.serializer(environment, type);
    }
}
