/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.call.Procedure;
import io.tspoon.flink.EntranceVertices;
import io.tspoon.flink.Functions;
import io.tspoon.flink.GraphVertices;
import io.tspoon.flink.LoadInput;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.runtime.close.ClosePlan;
import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.exchange.ExchangedValueTypeInfo;
import io.tspoon.runtime.exchange.RolePlan;
import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.LoadPlan;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.RoutingKey;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.plan.StepFunction;
import io.tspoon.runtime.plan.TimerPlan;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.result.TransactionResultTypeInfo;
import io.tspoon.runtime.shape.PartitionShape;
import io.tspoon.runtime.shape.RecordPerKey;
import io.tspoon.runtime.shape.RecordSpace;
import io.tspoon.runtime.shape.RecordsInPartitions;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.ValueShape;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Builds one t-graph. Gathers the operations while the program describes them, and makes the plans
 * of the Flink operators when the t-graph is closed. Stateful operators and states are numbered in
 * the order of their description. A state that is accessed in several places has the number of the
 * first.
 */
final class GraphBuilder {
    private final StreamExecutionEnvironment environment;
    private final GraphSettings settings;
    private final boolean kryoAllowed;
    private final Inputs<?> inputs;
    private final List<StateSpec<?, ?>> writable;
    private final List<StateLoad<?, ?, ?>> loads;
    private final List<OperatorDraft<?>> operators = new ArrayList<>();
    private final List<Outlet.ToExchange> exchanges = new ArrayList<>();

    /** All states, in the order of their description. */
    private final List<StateColumns> columns = new ArrayList<>();

    private final List<TransactionResultTypeInfo.StateType> stateTypes = new ArrayList<>();

    /** Known when the t-graph is closed. */
    private TriggerPlan triggers = TriggerPlan.NONE;

    private boolean closed;

    /**
     * What the program says about a t-graph before it opens it.
     *
     * @param name name of the t-graph
     * @param uidPrefix prefix of the uids of its operators
     * @param settings settings of the program, which take precedence over Flink's configuration
     * @param writeAheadLog write-ahead log of the program; null if it sets none
     * @param parallelism parallelism of the program; 0 for that of the environment
     * @param kryoAllowed whether Flink may serialize types with Kryo
     * @param writable states that others may write
     * @param loads what is loaded into states
     */
    record Description(
            String name,
            String uidPrefix,
            Configuration settings,
            @Nullable WriteAheadLog writeAheadLog,
            int parallelism,
            boolean kryoAllowed,
            List<StateSpec<?, ?>> writable,
            List<StateLoad<?, ?, ?>> loads) {}

    private GraphBuilder(
            StreamExecutionEnvironment environment,
            GraphSettings settings,
            Description description,
            Inputs<?> inputs) {
        this.environment = environment;
        this.settings = settings;
        this.kryoAllowed = description.kryoAllowed();
        this.inputs = inputs;
        this.writable = description.writable();
        this.loads = description.loads();
    }

    /** A t-graph and the stream of what it was opened for. */
    record Opened<T>(GraphBuilder builder, StreamNode<T> node) {}

    /** Opens a t-graph; see {@link io.tspoon.api.TransactionalGraph#openTransaction}. */
    public static <T> Opened<T> open(Arrival<T> arrival, Description description) {
        StreamExecutionEnvironment environment = arrival.environment();
        String graph = description.name();
        GraphSettings settings =
                SettingsReader.read(
                        graph,
                        description.uidPrefix(),
                        description.settings(),
                        description.writeAheadLog(),
                        environment);
        int parallelism =
                description.parallelism() > 0
                        ? description.parallelism()
                        : environment.getParallelism();
        GraphChecks.checkParallelism(graph, parallelism);
        GraphChecks.checkResults(settings);
        WriteChecks.checkReachable(settings, description.writable());
        arrival.check(settings, description.kryoAllowed());
        // Nothing may fail once the names are taken.
        GraphChecks.takeNames(environment, graph, description.uidPrefix());
        return arrival.open(new Opening(environment, settings, description, parallelism));
    }

    /**
     * A t-graph that is being opened.
     *
     * @param parallelism number of its coordinators
     */
    record Opening(
            StreamExecutionEnvironment environment,
            GraphSettings settings,
            Description description,
            int parallelism) {
        /** Opens it for a stream that is the only input. */
        <T> Opened<T> forOne(StreamArrival<T> arrival) {
            WriteChecks.checkNamed(settings, description.writable());
            SoleInput<T> input = new SoleInput<>(settings, arrival, vertices());
            GraphBuilder builder = builder(input);
            return new Opened<>(builder, input.node(builder));
        }

        /** Opens it for the first of several inputs. */
        <T> Opened<T> forSeveral(Arrival<T> arrival) {
            EntranceVertices entrances =
                    new EntranceVertices(
                            environment, settings.graph(), description.uidPrefix(), parallelism);
            NamedInputs inputs = new NamedInputs(environment, settings, entrances, vertices());
            GraphBuilder builder = builder(inputs);
            return new Opened<>(builder, inputs.add(builder, arrival));
        }

        private <I> GraphVertices<I> vertices() {
            return new GraphVertices<>(
                    environment, settings.graph(), description.uidPrefix(), parallelism);
        }

        private GraphBuilder builder(Inputs<?> inputs) {
            return new GraphBuilder(environment, settings, description, inputs);
        }
    }

    /** Refuses another stream if the t-graph is closed, or takes none by this entrance. */
    public void checkTakes(String entrance) {
        checkOpen("openTransaction");
        inputs.checkTakes(entrance);
    }

    /** Refuses calls if the t-graph is closed, or takes none of this procedure. */
    public void checkTakesCalls(String procedure) {
        checkOpen("openCalls");
        inputs.checkTakesCalls(procedure);
    }

    /** Opens the t-graph for another input, which it takes. */
    public <T> StreamNode<T> open(Arrival<T> arrival) {
        arrival.check(settings, kryoAllowed);
        return inputs.add(this, arrival);
    }

    public StreamExecutionEnvironment environment() {
        return environment;
    }

    // ------------------------------------------------------------------ operations

    /** Adds a stateless operation. */
    public <T, O> StepNode<O> step(
            StreamNode<T> input,
            String name,
            StepFunction<T, O> function,
            TypeInformation<O> given) {
        checkOpen(name);
        checkGiven(name, "result type", given);
        TypeInformation<O> type = ValueTypes.of(given);
        checkSerializable(name, type);
        checkFunction(name, function.userFunction());
        List<Outlet> outlets = new ArrayList<>();
        Outlet.ToStep step = new Outlet.ToStep(name, function, serializer(type), outlets);
        input.feed(step);
        return new StepNode<>(input, step, new StreamNode<>(this, type, List.of(outlets)));
    }

    /** Gives a stateless operation another name. */
    public void rename(StepNode<?> step, String name) {
        checkOpen("named");
        step.input().replace(step.outlet(), step.outlet().named(name));
    }

    /** Unites streams of this t-graph. */
    public <T> StreamNode<T> union(List<StreamNode<T>> streams) {
        checkOpen("union");
        List<List<Outlet>> taps = new ArrayList<>();
        TypeInformation<T> type = streams.get(0).type();
        for (StreamNode<T> stream : streams) {
            checkOwn("union", stream);
            GraphTypes.checkSame(settings.graph(), "unite", type, stream);
            taps.addAll(stream.taps());
        }
        return new StreamNode<>(this, type, List.copyOf(taps));
    }

    /** Adds a stateful operator that has no state yet. */
    private <K> OperatorDraft<K> operator(Entry<?, K> entry, TypeInformation<K> keyType) {
        OperatorDraft<K> operator = new OperatorDraft<>(operators.size(), keyType, entry);
        operators.add(operator);
        operator.connect();
        return operator;
    }

    /** Elements with their keys, and a new operator to access states for them. */
    public <T, K> KeyedElements<T, K> keyed(
            StreamNode<T> input, KeySelector<T, K> keySelector, TypeInformation<K> given) {
        checkGiven("keyBy", "key selector", keySelector);
        checkGiven("keyBy", "key type", given);
        TypeInformation<K> keyType = ValueTypes.of(given);
        return new KeyedElements<>(
                input.type(),
                keyType,
                () -> clean("keyBy", "key selector", keySelector),
                () -> new Entry<>(input, keySelector, serializer(input.type())),
                null,
                Failures.inferred());
    }

    /** Elements that keep the key with which they came to an operator. */
    public <T, K> KeyedElements<T, K> sameKey(OperatorDraft<K> operator, StreamNode<T> input) {
        checkOpen("sameKey");
        StateChecks.checkSameKey(settings.graph(), operator, input);
        return new KeyedElements<>(
                input.type(),
                operator.keyType(),
                () -> StateChecks.checkSameKey(settings.graph(), operator, input),
                null,
                operator,
                Failures.inferred());
    }

    /** Accesses a state for each element. */
    public <T, K, V, O> AccessedStream<O, K> state(
            KeyedElements<T, K> input,
            StateSpec<K, V> spec,
            AccessModes<T> modes,
            AccessFunction<T, V, O> function,
            TypeInformation<O> given) {
        checkOpen(spec.name());
        checkGiven(spec.name(), "result type", given);
        TypeInformation<O> type = ValueTypes.of(given);
        WindowChecks.checkNoWindow(settings.graph(), spec.name(), spec);
        if (input.entry() == null) {
            PartitionChecks.checkNotPartitioned(settings.graph(), "sameKey", spec);
        }
        checkTypes(input.keyType(), spec, type);
        input.check().run();
        function.userFunctions().forEach(user -> checkFunction(spec.name(), user));
        if (modes.fixed() == null) {
            checkGiven(spec.name(), "mode selector", modes.selector());
        }
        clean(spec.name(), "mode selector", modes.selector());
        clean(spec.name(), "failure predicate", input.failures().onlyIf());
        FunctionChecks.cleanFunctions(environment, settings.graph(), spec);
        Entry<T, K> entry = input.entry() == null ? null : input.entry().get();
        if (spec.partitioning() != null && entry != null) {
            return partitioned(entry, spec, modes, function, input.failures(), type);
        }
        StatePlan<T, V, O> plan = statePlan(spec, modes, function, serializer(type));
        OperatorDraft<K> accessed = operatorOf(spec);
        if (entry != null && accessed != null && accessed.takesMore(spec)) {
            return enter(accessed, entry, spec, plan, input.failures(), type);
        }
        StateChecks.takeName(environment, settings.graph(), spec, accessed != null);
        // Nothing may fail from here on: a refused call must leave nothing behind.
        OperatorDraft<K> operator =
                entry == null
                        ? Objects.requireNonNull(input.operator())
                        : operator(entry, input.keyType());
        describe(spec, operator);
        boolean isFirst = operator.states().isEmpty();
        List<Outlet> outlets = operator.add(spec, plan);
        input.failures().addTo(operator.fallibility(), isFirst, mayAbort(spec, plan));
        return new AccessedStream<>(this, new StreamNode<>(this, type, List.of(outlets)), operator);
    }

    private <I, V, O> StatePlan<I, V, O> statePlan(
            StateSpec<?, V> spec,
            AccessModes<I> modes,
            AccessFunction<I, V, O> function,
            TypeSerializer<O> outputs) {
        TypeSerializer<V> values = serializer(spec.valueType());
        return new StatePlan<>(
                spec.name(),
                modes,
                function,
                spec.valueType(),
                values,
                outputs,
                spec.initialValues(values),
                spec.check(),
                spec.constraintName(),
                spec.indexes());
    }

    /** Notes a state that an operator gets next. */
    private void describe(StateSpec<?, ?> spec, OperatorDraft<?> operator) {
        columns.add(
                new StateColumns(
                        spec.name(),
                        serializer(spec.keyType()),
                        serializer(spec.valueType()),
                        operator.index(),
                        operator.states().size(),
                        spec.routing()));
        stateTypes.add(
                new TransactionResultTypeInfo.StateType(
                        spec.name(), spec.keyType(), spec.valueType()));
    }

    // ------------------------------------------------------------------ partitions

    /** Runs a function that comes to any keys of a partition. */
    public <T, P, O> StreamNode<O> procedure(
            PartitionedElements<T, P> input,
            PartitionProcedure<T, O> function,
            TypeInformation<O> given,
            List<PartitionedSpec> specs) {
        String operation = PartitionChecks.OPERATION;
        checkOpen(operation);
        checkGiven("partitionBy", "partition selector", input.partitions());
        checkGiven("partitionBy", "partition type", input.type());
        checkGiven(operation, "result type", given);
        TypeInformation<O> type = ValueTypes.of(given);
        List<StateSpec<?, ?>> states = WindowChecks.states(settings.graph(), specs);
        PartitionChecks.check(settings.graph(), ValueTypes.of(input.type()), states);
        List<WindowSpec<?, ?, ?>> windows = WindowChecks.windows(specs);
        WindowChecks.checkFree(settings.graph(), windows, this::operatorOf);
        for (StateSpec<?, ?> spec : states) {
            checkTypes(spec.keyType(), spec, type);
            FunctionChecks.cleanFunctions(environment, settings.graph(), spec);
        }
        checkFunction(operation, function);
        clean("partitionBy", "partition selector", input.partitions());
        KeySelector<T, Object> partitions = input.partitions()::getKey;
        return inPartitions(
                new Entry<>(input.node(), partitions, serializer(input.node().type())),
                states,
                AccessModes.always(AccessMode.UPDATE),
                places -> new PartitionAccesses.Procedure<>(function, places, late(windows)),
                Failures.inferred(),
                type);
    }

    private static List<LateElements> late(List<WindowSpec<?, ?, ?>> windows) {
        return windows.stream().map(window -> new LateElements(window.name())).toList();
    }

    /** Accesses the value of a key that is partitioned. */
    private <T, K, V, O> AccessedStream<O, K> partitioned(
            Entry<T, K> entry,
            StateSpec<K, V> spec,
            AccessModes<T> modes,
            AccessFunction<T, V, O> function,
            Failures<T> failures,
            TypeInformation<O> type) {
        KeySelector<T, K> keys = entry.keySelector();
        RoutingKey routing = spec.routing();
        StreamNode<O> node =
                inPartitions(
                        new Entry<>(
                                entry.input(),
                                element -> routing.of(keys.getKey(element)),
                                entry.serializer()),
                        List.of(spec),
                        PartitionAccesses.modes(modes),
                        places ->
                                new PartitionAccesses.OfKey<>(
                                        function, keys, places.placeOf(spec.name())),
                        failures,
                        type);
        return new AccessedStream<>(this, node, Objects.requireNonNull(operatorOf(spec)));
    }

    /**
     * Accesses partitioned states.
     *
     * @param function makes what is done, given the places of the states
     */
    @SuppressWarnings("unchecked") // partitions are the keys of such an operator
    private <T, O> StreamNode<O> inPartitions(
            Entry<T, Object> entry,
            List<StateSpec<?, ?>> states,
            AccessModes<T> modes,
            Function<PartitionStates, AccessFunction<T, Object, O>> function,
            Failures<T> failures,
            TypeInformation<O> type) {
        String graph = settings.graph();
        OperatorDraft<Object> found =
                (OperatorDraft<Object>) PartitionChecks.operatorOf(graph, states, this::operatorOf);
        List<StateSpec<?, ?>> added = new ArrayList<>();
        for (StateSpec<?, ?> spec : states) {
            if (found == null || !found.takesMore(spec)) {
                StateChecks.checkFree(environment, graph, spec, operatorOf(spec) != null);
                added.add(spec);
            }
        }
        if (found != null) {
            EntryChecks.check(graph, found, Objects.requireNonNull(entry.input()), operators);
        }
        PartitionChecks.checkCount(
                graph, states, added.size() + (found == null ? 0 : found.states().size()));
        // Nothing may fail from here on: a refused call must leave nothing behind.
        OperatorDraft<Object> operator =
                found == null ? partitionedOperator(entry, states.get(0)) : found;
        PartitionStates places = PartitionStates.of(states, operator.specs(), added);
        AccessFunction<T, Object, O> access = function.apply(places);
        StatePlan<T, Object, O> plan =
                statePlan((StateSpec<?, Object>) states.get(0), modes, access, serializer(type));
        List<Outlet> outlets = found == null ? null : operator.enter(entry, plan);
        for (StateSpec<?, ?> spec : added) {
            StateChecks.takeName(environment, graph, spec, false);
            describe(spec, operator);
            if (outlets == null) {
                outlets = operator.add(spec, plan);
            } else {
                operator.addBeside(spec, beside(spec));
            }
        }
        boolean constrained = states.stream().anyMatch(spec -> spec.constraint() != null);
        failures.addTo(entry.fallibility(), true, access.mayAbort(constrained));
        return new StreamNode<>(this, type, List.of(Objects.requireNonNull(outlets)));
    }

    @SuppressWarnings("unchecked") // partitions are its keys
    private OperatorDraft<Object> partitionedOperator(
            Entry<?, Object> entry, StateSpec<?, ?> first) {
        TypeInformation<?> type = Objects.requireNonNull(first.partitioning()).type();
        OperatorDraft<Object> operator =
                new OperatorDraft<>(operators.size(), (TypeInformation<Object>) type, entry, true);
        operators.add(operator);
        operator.connect();
        return operator;
    }

    private <V> StatePlan<?, V, ?> beside(StateSpec<?, V> spec) {
        return statePlan(
                spec,
                AccessModes.always(AccessMode.UPDATE),
                new PartitionAccesses.Beside<>(),
                serializer(spec.valueType()));
    }

    /** Accesses a state in one more place. */
    private <T, K, V, O> AccessedStream<O, K> enter(
            OperatorDraft<K> operator,
            Entry<T, K> entry,
            StateSpec<?, V> spec,
            StatePlan<T, V, O> plan,
            Failures<T> failures,
            TypeInformation<O> type) {
        EntryChecks.check(
                settings.graph(), operator, Objects.requireNonNull(entry.input()), operators);
        List<Outlet> outlets = operator.enter(entry, plan);
        failures.addTo(entry.fallibility(), true, mayAbort(spec, plan));
        return new AccessedStream<>(this, new StreamNode<>(this, type, List.of(outlets)), operator);
    }

    /** Has a function called when a timer of a state is due. */
    public <O, K, V, P> void onTimer(
            OperatorDraft<K> operator,
            StreamNode<O> emitted,
            StateSpec<K, V> spec,
            TypeInformation<P> given,
            TimerFunction<V, P, O> function) {
        checkOpen(TimerChecks.OPERATION);
        checkGiven(TimerChecks.OPERATION, "state", spec);
        checkGiven(TimerChecks.OPERATION, "payload type", given);
        List<Outlet> outlets = emitted.taps().get(0);
        TimerChecks.check(settings.graph(), operator, operator.emitting(outlets), spec);
        inputs.checkTakesTimers(spec.name());
        TypeInformation<P> payload = ValueTypes.of(given);
        checkSerializable(spec.name() + " timers", payload);
        checkFunction(TimerChecks.OPERATION, function);
        int place = operator.emitting(outlets);
        Accesses.OnTimer<P, V, O> onKey = new Accesses.OnTimer<>(function);
        operator.add(
                new TimerDraft(
                        place,
                        payload,
                        operator.isPartitioned()
                                ? new PartitionAccesses.OnTimerOfKey<>(onKey, place)
                                : onKey,
                        outlets));
    }

    /** Has a function called when a timer of a state is due, to which a procedure comes. */
    @SuppressWarnings("unchecked") // the elements are what a procedure emits
    public <O, K, V, P> void onTimer(
            StreamNode<O> emitted,
            StateSpec<K, V> spec,
            TypeInformation<P> given,
            PartitionTimerFunction<K, P, O> function) {
        checkOpen(TimerChecks.OPERATION);
        checkGiven(TimerChecks.OPERATION, "state", spec);
        checkGiven(TimerChecks.OPERATION, "payload type", given);
        WindowChecks.checkNoWindow(settings.graph(), TimerChecks.OPERATION, spec);
        List<Outlet> outlets = emitted.taps().get(0);
        OperatorDraft<?> operator =
                operators.stream()
                        .filter(each -> each.function(outlets) != null)
                        .findAny()
                        .orElseThrow();
        PartitionAccesses.Procedure<?, O> procedure =
                (PartitionAccesses.Procedure<?, O>)
                        Objects.requireNonNull(operator.function(outlets));
        int place = procedure.states().has(spec.name()) ? operator.specs().indexOf(spec) : -1;
        TimerChecks.check(settings.graph(), operator, place, spec);
        inputs.checkTakesTimers(spec.name());
        TypeInformation<P> payload = ValueTypes.of(given);
        checkSerializable(spec.name() + " timers", payload);
        checkFunction(TimerChecks.OPERATION, function);
        operator.add(
                new TimerDraft(
                        place,
                        payload,
                        new PartitionAccesses.OnTimer<>(function, procedure),
                        outlets));
    }

    /** Lets a function read and write the values of several keys. */
    public <T, O> StreamNode<O> transact(
            StreamNode<T> input,
            @Nullable List<? extends AnyRole<T>> given,
            TransactFunction<T, O> function,
            TypeInformation<O> outputType) {
        checkOpen(ExchangeChecks.OPERATION);
        checkGiven(ExchangeChecks.OPERATION, "result type", outputType);
        TypeInformation<O> type = ValueTypes.of(outputType);
        checkSerializable(ExchangeChecks.OPERATION, type);
        checkFunction(ExchangeChecks.OPERATION, function);
        List<AnyRole<T>> roles = ExchangeChecks.roles(settings.graph(), given);
        Map<String, StateSpec<?, ?>> states = ExchangeChecks.states(settings.graph(), roles);
        roles.forEach(role -> clean(ExchangeChecks.OPERATION, "keys of a role", role.selector()));
        for (StateSpec<?, ?> state : states.values()) {
            PartitionChecks.checkNotPartitioned(settings.graph(), ExchangeChecks.OPERATION, state);
            StateChecks.checkFree(environment, settings.graph(), state, operatorOf(state) != null);
            checkTypes(state.keyType(), state, state.valueType());
            FunctionChecks.cleanFunctions(environment, settings.graph(), state);
            initialValue(state);
        }
        // Nothing may fail from here on, as above.
        Map<String, OperatorDraft<?>> owners = new HashMap<>();
        states.forEach((name, state) -> owners.put(name, exchanging(state)));
        List<RolePlan<?>> plans = new ArrayList<>();
        for (AnyRole<T> role : roles) {
            OperatorDraft<?> owner = Objects.requireNonNull(owners.get(role.state().name()));
            plans.add(plan(role, owner));
        }
        List<Outlet> outlets = new ArrayList<>();
        Outlet.ToExchange exchange =
                new Outlet.ToExchange(
                        ExchangeChecks.OPERATION,
                        List.copyOf(plans),
                        new RoleFunction<>(function),
                        serializer(input.type()),
                        serializer(type),
                        outlets);
        exchanges.add(exchange);
        input.feed(exchange);
        return new StreamNode<>(this, type, List.of(outlets));
    }

    @SuppressWarnings("unchecked") // an exchanging operator takes what is exchanged
    private <T> RolePlan<T> plan(AnyRole<T> role, OperatorDraft<?> owner) {
        return new RolePlan<>(
                role.name(),
                role.state().name(),
                owner.index(),
                role.updates(),
                role::keysOf,
                (TypeSerializer<? extends ExchangedValue<?, ?>>) owner.inputSerializer(),
                serializer(role.state().valueType()),
                initialValue(role.state()),
                rule(role.state()),
                role.state().constraintName());
    }

    private <V> RolePlan.Initial initialValue(StateSpec<?, V> state) {
        return state.initialValues(serializer(state.valueType()))::of;
    }

    @SuppressWarnings("unchecked") // values are those of the state
    private static <V> RolePlan.@Nullable Rule rule(StateSpec<?, V> state) {
        StatePlan.Check<V> check = state.check();
        return check == null ? null : value -> check.test((V) value);
    }

    /** Adds an operator that gives the values of a state to functions in open. */
    private <K, V> OperatorDraft<K> exchanging(StateSpec<K, V> spec) {
        TypeInformation<ExchangedValue<K, V>> type =
                new ExchangedValueTypeInfo<>(spec.keyType(), spec.valueType());
        TypeSerializer<ExchangedValue<K, V>> serializer = serializer(type);
        KeySelector<ExchangedValue<K, V>, K> keys = ExchangedValue::givenKey;
        OperatorDraft<K> operator = operator(new Entry<>(null, keys, serializer), spec.keyType());
        state(
                        new KeyedElements<>(
                                type,
                                spec.keyType(),
                                () -> {},
                                null,
                                operator,
                                Failures.inferred()),
                        spec,
                        AccessModes.by(ExchangedValue::mode),
                        new Accesses.Exchange<>(),
                        type)
                .node()
                .feed(new Outlet.ToOpen(serializer));
        return operator;
    }

    /** The operator with a state of this name; null if the t-graph accesses none. */
    @SuppressWarnings("unchecked") // a further entry has the same spec, so keys of the same type
    private <K> @Nullable OperatorDraft<K> operatorOf(StateSpec<K, ?> spec) {
        for (OperatorDraft<?> operator : operators) {
            if (operator.has(spec.name())) {
                return (OperatorDraft<K>) operator;
            }
        }
        return null;
    }

    private void checkWritable() {
        if (!writable.isEmpty()) {
            inputs.checkTakes(Procedure.TRANSACT);
            WriteChecks.check(environment, settings.graph(), writable, this::operatorOf);
        }
    }

    private void checkLoads() {
        for (StateLoad<?, ?, ?> load : loads) {
            LoadChecks.check(environment, settings.graph(), load, operatorOf(load.state()));
            clean(LoadChecks.OPERATION, "key selector", load.keys());
            clean(LoadChecks.OPERATION, "value function", load.values());
        }
    }

    private List<LoadInput<?>> loadInputs() {
        List<LoadInput<?>> inputs = new ArrayList<>();
        for (StateLoad<?, ?, ?> load : loads) {
            inputs.add(loadInput(load));
        }
        return inputs;
    }

    @SuppressWarnings("unchecked") // the operator has a state of this spec
    private <T, K, V> LoadInput<T> loadInput(StateLoad<T, K, V> load) {
        OperatorDraft<K> operator = Objects.requireNonNull(operatorOf(load.state()));
        int place = operator.specs().indexOf(load.state());
        return new LoadInput<>(
                load.stream(),
                new LoadPlan<>(
                        settings.graph(),
                        GraphVertices.router(),
                        operator.index(),
                        place,
                        (StatePlan<?, V, ?>) operator.states().get(place),
                        serializer(load.state().keyType()),
                        load.state().routing(),
                        load.keys(),
                        load.values()));
    }

    /** The places of an operator's states that are loaded. */
    private List<Integer> loaded(OperatorDraft<?> operator) {
        List<Integer> places = new ArrayList<>();
        for (StateLoad<?, ?, ?> load : loads) {
            int place = operator.specs().indexOf(load.state());
            if (place >= 0) {
                places.add(place);
            }
        }
        return List.copyOf(places);
    }

    /** Lets others write states, which are checked. */
    private void openForWrites(TypeInformation<?> emitted) {
        if (!writable.isEmpty()) {
            WriteEntrance entrance = new WriteEntrance(this, writable);
            entrance.write(inputs.add(this, entrance.arrival(emitted)));
        }
    }

    private void checkTimers() {
        for (OperatorDraft<?> operator : operators) {
            if (operator.isTimed()) {
                inputs.checkTakesTimers(operator.name());
                TimerChecks.checkKept(settings.graph(), operator);
            }
        }
        if (operators.stream().anyMatch(OperatorDraft::isTimed)) {
            inputs.checkTakes(TimerPlan.ENTRANCE);
        }
    }

    /** Lets timers come, which are checked. */
    private void openForTimers(TimedOperators timed) {
        if (!timed.isEmpty()) {
            inputs.time(timed);
            timed.feed(inputs.add(this, new TimerArrival(environment, timed.type())));
            timed.number();
            operators.stream()
                    .filter(timed::contains)
                    .forEach(operator -> columns.addAll(timed.columns(operator)));
        }
    }

    private static boolean mayAbort(StateSpec<?, ?> spec, StatePlan<?, ?, ?> plan) {
        return plan.function().mayAbort(spec.constraint() != null);
    }

    private void checkTypes(
            TypeInformation<?> keyType, StateSpec<?, ?> spec, TypeInformation<?> type) {
        checkSerializable(spec.name() + " keys", spec.keyType());
        checkSerializable(spec.name() + " values", spec.valueType());
        checkSerializable(spec.name() + " results", type);
        StateChecks.checkKeyType(settings.graph(), spec, keyType);
        IndexChecks.check(settings.graph(), spec, settings.read() != null);
        if (settings.read() != null) {
            GraphTypes.checkReadable(settings.graph(), spec, SettingsReader.readable());
        }
    }

    /** Closes the t-graph. */
    @SuppressWarnings("unchecked") // what is triggered never leaves the t-graph
    public <T> DataStream<TransactionResult<T>> close(List<StreamNode<T>> leaves) {
        checkOpen("closeTransaction");
        TypeInformation<T> type = leaves.get(0).type();
        for (StreamNode<T> leaf : leaves) {
            checkOwn("closeTransaction", leaf);
            GraphTypes.checkSame(settings.graph(), "close", type, leaf);
        }
        CallChecks.checkAnswers(settings.graph(), type, inputs.procedures());
        checkWritable();
        checkLoads();
        checkTimers();
        operators.forEach(
                operator -> StateChecks.checkNoBranches(settings.graph(), operator, leaves));
        GraphChecks.checkDisjoint(settings.graph(), leaves);
        GraphChecks.checkHasWhatIsLogged(settings, !operators.isEmpty());
        ExchangeChecks.check(settings, exchanges, operators);
        BatchChecks.checkNoExchange(settings.graph(), inputs.hasBatches(), exchanges.size());
        inputs.check(new RejectingChecks(settings.graph(), operators, leaves));
        settings.regime().isolation().execution(new ChainChecks(settings, operators)).run();
        triggers = inputs.triggers((TypeSerializer<Object>) serializer(type));
        // Nothing may fail from here on.
        TypeSerializer<T> written =
                triggers.isEmpty()
                        ? serializer(type)
                        : (TypeSerializer<T>) Objects.requireNonNull(triggers.emitted());
        leaves.forEach(leaf -> leaf.feed(new Outlet.ToResult(written)));
        openForWrites(type);
        TimedOperators timed = new TimedOperators(environment, operators);
        openForTimers(timed);
        closed = true;
        List<StateOperatorPlan<?, ?, ?, ?>> plans = new ArrayList<>();
        for (OperatorDraft<?> operator : operators) {
            plans.add(plan(operator, timed));
        }
        return inputs.close(
                List.copyOf(columns),
                SendingOrder.of(plans),
                loadInputs(),
                new ClosePlan<>(
                        settings,
                        List.copyOf(columns),
                        plans.stream().map(StateOperatorPlan::shape).toList(),
                        written,
                        inputs.column(environment, settings.returnedInputs())),
                triggers,
                new TransactionResultTypeInfo<>(
                        type,
                        List.copyOf(stateTypes),
                        inputs.names(),
                        settings.returnedInputs() == ReturnedInputs.NONE ? null : inputs.type(),
                        inputs.hasBatches()));
    }

    /** The casts are safe: types were checked when the program described the operator. */
    @SuppressWarnings("unchecked")
    private <T, K> StateOperatorPlan<T, ?, ?, ?> plan(
            OperatorDraft<K> operator, TimedOperators timed) {
        OperatorDraft<K> united = operator.united();
        if (operator.isPartitioned()) {
            return inPartitions(operator, united, timed);
        }
        if (timed.contains(operator)) {
            return plan(
                    united,
                    (KeySelector<T, K>) timed.keys(operator, united),
                    (TypeSerializer<T>) timed.inputs(operator),
                    RecordPerKey.of(operator.keyType(), serializer(operator.keyType())),
                    (ValueShape<T, ?, ?>) timed.shape(operator, united));
        }
        return plan(
                united,
                (KeySelector<T, K>) united.keySelector(),
                (TypeSerializer<T>) united.inputSerializer(),
                RecordPerKey.of(operator.keyType(), serializer(operator.keyType())),
                (ValueShape<T, Object, Object>) ValueShape.of(united.states()));
    }

    @SuppressWarnings("unchecked") // as above
    private <T, K> StateOperatorPlan<T, ?, ?, ?> inPartitions(
            OperatorDraft<K> operator, OperatorDraft<K> united, TimedOperators timed) {
        boolean isTimed = timed.contains(operator);
        KeySelector<T, K> partitions =
                (KeySelector<T, K>) (isTimed ? timed.keys(operator, united) : united.keySelector());
        TypeSerializer<?> inputs = isTimed ? timed.inputs(operator) : united.inputSerializer();
        List<RecordsInPartitions.Keys> keys = new ArrayList<>();
        united.specs().forEach(spec -> keys.add(keys(spec)));
        keys.addAll(timed.keys(operator));
        RecordsInPartitions records =
                new RecordsInPartitions(operator.keyType(), serializer(operator.keyType()), keys);
        ValueShape<?, Object, Object> shape =
                isTimed
                        ? (ValueShape<?, Object, Object>) timed.shape(operator, united, records)
                        : new PartitionShape<T, Object>(united.states(), records);
        return plan(
                united,
                element -> RecordsInPartitions.partition(partitions.getKey(element)),
                (TypeSerializer<T>) inputs,
                records,
                (ValueShape<T, Object, Object>) shape);
    }

    private RecordsInPartitions.Keys keys(StateSpec<?, ?> spec) {
        return new RecordsInPartitions.Keys(
                spec.name(), spec.keyType(), serializer(spec.keyType()), spec.routing());
    }

    @SuppressWarnings("unchecked") // as above
    private <T, R, V, O> StateOperatorPlan<T, R, V, O> plan(
            OperatorDraft<?> united,
            KeySelector<T, R> keySelector,
            TypeSerializer<T> inputSerializer,
            RecordSpace<R> records,
            ValueShape<T, V, O> shape) {
        OperatorDraft<?> operator = operators.get(united.index());
        int count = operators.size();
        boolean[] reachedBy = new boolean[count];
        for (OperatorDraft<?> other : operators) {
            reachedBy[other.index()] = other.reaches(count)[operator.index()];
        }
        return new StateOperatorPlan<>(
                settings,
                GraphVertices.router(),
                operator.index(),
                keySelector,
                inputSerializer,
                records,
                shape,
                united.outlets(),
                operator.reaches(count),
                reachedBy,
                loaded(operator),
                triggers);
    }

    // ------------------------------------------------------------------ checks

    private void checkOpen(String operation) {
        if (closed) {
            throw new InvalidGraphException(
                    "[TSP-1100] Cannot add to t-graph: it is closed, graph="
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
                    "[TSP-1101] Cannot combine streams: they belong to two t-graphs, graph="
                            + settings.graph()
                            + ", other="
                            + stream.builder().settings.graph()
                            + ", operation="
                            + operation
                            + ". Close each t-graph by itself and combine the results after it.");
        }
    }

    /** Refuses an argument that is null. */
    public void checkGiven(String operation, String what, @Nullable Object given) {
        FunctionChecks.checkGiven(settings.graph(), operation, what, given);
    }

    private void checkSerializable(String what, TypeInformation<?> type) {
        GraphTypes.checkSerializable(environment, settings.graph(), what, type, kryoAllowed);
    }

    private void checkFunction(
            String operation, org.apache.flink.api.common.functions.Function function) {
        FunctionChecks.checkTransactional(settings.graph(), operation, function);
        clean(operation, "function", function);
    }

    private void clean(String operation, String what, @Nullable Object function) {
        FunctionChecks.clean(environment, settings.graph(), operation, what, function);
    }

    private <T> TypeSerializer<T> serializer(TypeInformation<T> type) {
        return Functions.serializer(environment, type);
    }
}
