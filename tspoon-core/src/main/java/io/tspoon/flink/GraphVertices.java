/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.flink.directory.GraphMark;
import io.tspoon.flink.directory.RemoteCluster;
import io.tspoon.runtime.close.CloseOperatorFactory;
import io.tspoon.runtime.close.ClosePlan;
import io.tspoon.runtime.load.LoadOperatorFactory;
import io.tspoon.runtime.open.OpenOperatorFactory;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.result.TransactionResultTypeInfo;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.StateOperatorFactory;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.BlockTypeInfo;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.SideOutputTransformation;
import org.apache.flink.streaming.api.transformations.UnionTransformation;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Builds the Flink vertices of one t-graph: an open operator, the stateful operators, and a close
 * operator in the same slot as the open operator.
 *
 * <p>The open operator is added when it is known by which streams elements come, the rest when the
 * t-graph is closed. So a t-graph that was never closed is detected when the job graph is built.
 */
@Internal
public final class GraphVertices<I> {
    /** Each block is flushed at once, because the sender has already gathered what goes into it. */
    private static final long FLUSH_EACH_BLOCK = 0L;

    /** A vertex is named after at most this many states. */
    private static final int MAX_NAMES = 2;

    private final StreamExecutionEnvironment environment;
    private final String graph;
    private final String uidPrefix;
    private final int parallelism;
    private final BlockTypeInfo blockType;
    private final OpenOperatorFactory<I> openFactory = new OpenOperatorFactory<>();
    private final List<OneInputTransformation<?, ?>> vertices = new ArrayList<>();
    private @Nullable Opened<I> opened;
    private List<LoadInput<?>> loads = List.of();
    private boolean closed;

    /**
     * The open operator.
     *
     * @param vertex the operator
     * @param input what precedes it
     * @param isChained whether Flink may chain it with the operators before it
     * @param slots name of the co-location group
     */
    private record Opened<I>(
            OneInputTransformation<I, Block> vertex,
            InputShape input,
            boolean isChained,
            String slots) {}

    /** Where the vertices of a t-graph say which it is. */
    private GraphMark mark(boolean single) {
        return new GraphMark(graph, opened().slots(), single);
    }

    /**
     * @param graph name of the t-graph
     * @param uidPrefix what the uids of its operators begin with
     * @param parallelism number of coordinators, and of instances of each stateful operator
     */
    public GraphVertices(
            StreamExecutionEnvironment environment,
            String graph,
            String uidPrefix,
            int parallelism) {
        this.environment = environment;
        this.graph = graph;
        this.uidPrefix = uidPrefix;
        this.parallelism = parallelism;
        this.blockType = BlockTypeInfo.toParticipants(this::checkComplete);
    }

    /**
     * Adds the open operator.
     *
     * @param input the elements that become transactions
     * @param single whether one coordinator gets all of them, whatever the parallelism
     */
    public void open(DataStream<I> input, boolean single) {
        OneInputTransformation<I, Block> open =
                new OneInputTransformation<>(
                        input.getTransformation(),
                        graph + ": open",
                        openFactory,
                        blockType,
                        parallelism);
        configure(open, "open");
        boolean isChained =
                InputChain.ofOtherMaxParallelism(open, environment.getMaxParallelism()) == null;
        if (!isChained) {
            openFactory.setChainingStrategy(ChainingStrategy.HEAD);
        }
        String slots = InputChain.colocate(open, graph);
        opened = new Opened<>(open, new InputShape(graph, open), isChained, slots);
        open.setDescription(mark(single).describe(open.getName()));
        open.setBufferTimeout(FLUSH_EACH_BLOCK);
        environment.addOperator(open);
    }

    /**
     * Closes the t-graph, whose open operator was added.
     *
     * @param states ordered such that each comes after those that send to it
     * @param loaded what is loaded into them
     */
    public <T> DataStream<TransactionResult<T>> close(
            OpenPlan<I> openPlan,
            List<StateOperatorPlan<?, ?, ?, ?>> states,
            List<LoadInput<?>> loaded,
            ClosePlan<T> closePlan,
            TransactionResultTypeInfo<T> resultType) {
        OneInputTransformation<I, Block> open = opened().vertex();
        loads = loaded;
        if (!openPlan.procedures().isEmpty() || !openPlan.batches().isEmpty()) {
            // As of stateful operators; the keys stand for key groups.
            open.setStateKeySelector(element -> 0);
            open.setStateKeyType(Types.INT);
        }
        Map<Integer, OneInputTransformation<Block, Block>> built = new HashMap<>();
        List<Transformation<Block>> toClose = new ArrayList<>();
        toClose.add(edge(open, Outputs.closeTag()));
        for (StateOperatorPlan<?, ?, ?, ?> plan : states) {
            int index = plan.index();
            OutputTag<Block> tag = Outputs.stateTag(index);
            List<Transformation<Block>> inputs = new ArrayList<>();
            inputs.add(edge(open, tag));
            for (StateOperatorPlan<?, ?, ?, ?> before : states) {
                OneInputTransformation<Block, Block> sender = built.get(before.index());
                if (sender != null && before.reaches()[index]) {
                    inputs.add(edge(sender, tag));
                }
            }
            for (LoadInput<?> load : loaded) {
                if (load.plan().operator() == index) {
                    inputs.add(load(load));
                }
            }
            OneInputTransformation<Block, Block> state = stateful(plan, union(inputs));
            built.put(index, state);
            toClose.add(edge(state, Outputs.closeTag()));
        }
        OneInputTransformation<Block, TransactionResult<T>> close =
                new OneInputTransformation<>(
                        union(toClose),
                        graph + ": close",
                        new CloseOperatorFactory<>(closePlan),
                        resultType,
                        parallelism);
        configure(close, "close");
        close.setDescription(mark(false).describe(close.getName()));
        close.setCoLocationGroupKey(opened().slots());
        environment.addOperator(close);
        openFactory.setPlan(loaded.isEmpty() ? openPlan : openPlan.awaitingLoads());
        closed = true;
        return new DataStream<>(environment, close);
    }

    private <T> Transformation<Block> load(LoadInput<T> input) {
        String state = input.plan().state().name();
        OneInputTransformation<T, Block> load =
                new OneInputTransformation<>(
                        input.stream().getTransformation(),
                        graph + ": load " + state,
                        new LoadOperatorFactory<>(input.plan()),
                        blockType,
                        parallelism);
        configure(load, "load-" + state);
        load.setDescription(mark(false).describe(load.getName()));
        environment.addOperator(load);
        return new PartitionTransformation<>(load, new BlockPartitioner());
    }

    private OneInputTransformation<Block, Block> stateful(
            StateOperatorPlan<?, ?, ?, ?> plan, Transformation<Block> input) {
        OneInputTransformation<Block, Block> state =
                new OneInputTransformation<>(
                        input, graph + ": " + names(plan), factory(plan), blockType, parallelism);
        // Without a selector, Flink gives the operator no keyed state. The operator sets keys
        // itself.
        state.setStateKeySelector(block -> block);
        state.setStateKeyType(plan.records().flinkKeyType());
        state.setBufferTimeout(FLUSH_EACH_BLOCK);
        configure(state, roleOfState(plan.name()));
        String described = mark(false).describe(state.getName());
        state.setDescription(
                plan.settings().read() == null
                        ? described
                        : RemoteCluster.describe(described, state.getUid()));
        environment.addOperator(state);
        return state;
    }

    /**
     * The names of the states. If there are many, only the first is named, because Flink cuts long
     * names.
     */
    private static String names(StateOperatorPlan<?, ?, ?, ?> plan) {
        int states = plan.shownStates().size();
        return states <= MAX_NAMES
                ? plan.shownStates().stream().map(StatePlan::name).collect(Collectors.joining(", "))
                : plan.name() + " and " + (states - 1) + " more";
    }

    private static <I, K, V, O> StateOperatorFactory<I, K, V, O> factory(
            StateOperatorPlan<I, K, V, O> plan) {
        return plan.settings().read() == null
                ? new StateOperatorFactory<>(plan)
                : new ReadableStateFactory<>(plan);
    }

    /**
     * The uid of a stateful operator.
     *
     * @param firstState name of the state that is accessed first there
     */
    public static String uidOfState(String uidPrefix, String firstState) {
        return uid(uidPrefix, roleOfState(firstState));
    }

    private static String roleOfState(String firstState) {
        return "state-" + firstState;
    }

    private static String uid(String uidPrefix, String role) {
        return uidPrefix + "-" + role;
    }

    private void configure(OneInputTransformation<?, ?> vertex, String role) {
        vertices.add(vertex);
        vertex.setUid(uid(uidPrefix, role));
        if (environment.getMaxParallelism() > 0) {
            vertex.setMaxParallelism(environment.getMaxParallelism());
        }
    }

    private static Transformation<Block> edge(Transformation<Block> sender, OutputTag<Block> tag) {
        return new PartitionTransformation<>(
                new SideOutputTransformation<>(sender, tag), new BlockPartitioner());
    }

    private static Transformation<Block> union(List<Transformation<Block>> inputs) {
        return inputs.size() == 1 ? inputs.get(0) : new UnionTransformation<>(inputs);
    }

    private Opened<I> opened() {
        return Objects.requireNonNull(opened, "the open operator was not added");
    }

    private void checkComplete() {
        JobGraphs.clear(environment);
        JobChecks.check(environment, graph, closed);
        int ofJob = environment.getMaxParallelism();
        JobChecks.checkMaxParallelism(graph, vertices, ofJob);
        opened().input().checkKept(opened().isChained(), ofJob);
        JobChecks.checkLoads(environment, graph, opened().vertex(), loads);
        openFactory.setVertices(VertexIds.of(environment, mark(false)));
    }

    /** The router that matches the edges built here. */
    public static io.tspoon.runtime.plan.KeyRouter router() {
        return KeyGroupRouter.INSTANCE;
    }
}
