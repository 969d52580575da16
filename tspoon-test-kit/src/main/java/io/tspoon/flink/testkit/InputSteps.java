/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.testkit;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.SimpleUdfStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamFilter;
import org.apache.flink.streaming.api.operators.StreamFlatMap;
import org.apache.flink.streaming.api.operators.StreamMap;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.TimestampsAndWatermarksTransformation;
import org.apache.flink.streaming.api.transformations.UnionTransformation;
import org.apache.flink.util.Collector;
import org.apache.flink.util.IOUtils;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * What is between the streams that a test gives and a t-graph: {@code map}, {@code filter} and
 * {@code flatMap} are executed; what only distributes elements has nothing to do.
 */
@Internal
public final class InputSteps implements AutoCloseable {
    private final RuntimeContext context;
    private final IdentityHashMap<Transformation<?>, List<Step>> byStream = new IdentityHashMap<>();
    private final List<RichFunction> opened = new ArrayList<>();

    /** Takes elements. */
    @Internal
    public interface Step {
        void accept(Object element) throws Exception;
    }

    /**
     * @param context of rich functions
     */
    public InputSteps(RuntimeContext context) {
        this.context = context;
    }

    /** Adds a stream that a test gives elements to. */
    public void add(DataStream<?> stream) {
        byStream.put(stream.getTransformation(), new ArrayList<>());
    }

    /** Gives an element to a stream. Returns whether anybody takes it. */
    public boolean give(DataStream<?> stream, Object element) throws Exception {
        List<Step> steps = byStream.getOrDefault(stream.getTransformation(), List.of());
        for (Step step : steps) {
            step.accept(element);
        }
        return !steps.isEmpty();
    }

    /** Lets what the streams bring come to a t-graph, which takes its elements. */
    public void connect(BuiltGraph graph, Step entrance) throws Exception {
        connect(graph.input(), entrance);
    }

    private void connect(Transformation<?> before, Step graph) throws Exception {
        List<Step> given = byStream.get(before);
        if (given != null) {
            given.add(graph);
        } else if (before instanceof PartitionTransformation
                || before instanceof UnionTransformation
                || before instanceof TimestampsAndWatermarksTransformation) {
            for (Transformation<?> input : before.getInputs()) {
                connect(input, graph);
            }
        } else {
            connectThrough(before, graph);
        }
    }

    private void connectThrough(Transformation<?> before, Step graph) throws Exception {
        if (!(before instanceof OneInputTransformation<?, ?> vertex)
                || !(vertex.getOperatorFactory() instanceof SimpleUdfStreamOperatorFactory<?> udf)
                || !isStateless(udf.getOperator())) {
            throw new IllegalArgumentException(
                    "[TSP-8001] Cannot run t-graph: its elements come from an operator that a"
                            + " serial run does not execute, operator="
                            + before.getName()
                            + ". Give the test a method that builds the t-graph from the stream"
                            + " behind it; map, filter and flatMap may be in between. Test the"
                            + " rest with LocalJob.");
        }
        connect(
                before.getInputs().get(0),
                step(Shipping.copy(before.getName(), udf.getUserFunction()), graph));
    }

    private static boolean isStateless(StreamOperator<?> operator) {
        return operator instanceof StreamMap
                || operator instanceof StreamFilter
                || operator instanceof StreamFlatMap;
    }

    @SuppressWarnings("unchecked") // elements are of the type that the program has declared
    private Step step(Function function, Step next) throws Exception {
        if (function instanceof RichFunction rich) {
            rich.setRuntimeContext(context);
            rich.open(new OpenContext() {});
            opened.add(rich);
        }
        if (function instanceof MapFunction<?, ?> map) {
            MapFunction<Object, Object> mapping = (MapFunction<Object, Object>) map;
            return element -> next.accept(mapping.map(element));
        }
        if (function instanceof FilterFunction<?> filter) {
            FilterFunction<Object> filtering = (FilterFunction<Object>) filter;
            return element -> {
                if (filtering.filter(element)) {
                    next.accept(element);
                }
            };
        }
        FlatMapFunction<Object, Object> flatMap = (FlatMapFunction<Object, Object>) function;
        return element -> {
            List<Object> collected = new ArrayList<>();
            flatMap.flatMap(element, new ListOf(collected));
            for (Object one : collected) {
                next.accept(one);
            }
        };
    }

    @Override
    public void close() throws Exception {
        List<AutoCloseable> open = new ArrayList<>();
        opened.forEach(function -> open.add(function::close));
        opened.clear();
        IOUtils.closeAll(open, Throwable.class);
    }

    private record ListOf(List<Object> all) implements Collector<Object> {
        @Override
        public void collect(Object element) {
            all.add(element);
        }

        @Override
        public void close() {}
    }
}
