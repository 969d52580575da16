/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.runtime.entrance.EnteredTypeInfo;
import io.tspoon.runtime.plan.Entered;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamMap;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.UnionTransformation;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds the Flink vertices of the entrances of a t-graph that has several. Each marks the elements
 * of its stream, in the same chain, with the number of the entrance, so that all of them can come
 * to one open operator.
 */
@Internal
public final class EntranceVertices {
    private final StreamExecutionEnvironment environment;
    private final String graph;
    private final String uidPrefix;
    private final EnteredTypeInfo type = new EnteredTypeInfo(this::checkComplete);
    private final List<InputShape> inputs = new ArrayList<>();
    private boolean closed;

    /**
     * @param graph name of the t-graph
     * @param uidPrefix what the uids of its operators begin with
     */
    public EntranceVertices(
            StreamExecutionEnvironment environment, String graph, String uidPrefix) {
        this.environment = environment;
        this.graph = graph;
        this.uidPrefix = uidPrefix;
    }

    /**
     * Adds the entrance whose number is the next one.
     *
     * @param name of the entrance
     * @param input the elements that come by it
     * @param elements their type
     * @return the marked elements
     */
    public <T> DataStream<Entered<Object>> add(
            String name, DataStream<T> input, TypeInformation<T> elements) {
        OneInputTransformation<T, Entered<Object>> vertex =
                new OneInputTransformation<>(
                        input.getTransformation(),
                        graph + ": " + name,
                        SimpleOperatorFactory.of(new StreamMap<>(new Mark<T>(inputs.size()))),
                        type,
                        input.getParallelism());
        vertex.setUid(uidPrefix + "-entrance-" + name);
        type.add(elements);
        inputs.add(new InputShape(graph, vertex));
        environment.addOperator(vertex);
        return new DataStream<>(environment, vertex);
    }

    /** There will be no further entrance. */
    public void close() {
        closed = true;
    }

    /** Unites what the entrances have marked, spread over the coordinators as it is to be. */
    public DataStream<Entered<Object>> unite(List<DataStream<Entered<Object>>> spread) {
        List<Transformation<Entered<Object>>> all = new ArrayList<>();
        spread.forEach(stream -> all.add(stream.getTransformation()));
        return all.size() == 1
                ? spread.get(0)
                : new DataStream<>(environment, new UnionTransformation<>(all));
    }

    private void checkComplete() {
        JobChecks.checkClosed(graph, closed);
        for (InputShape input : inputs) {
            input.checkKept(false, environment.getMaxParallelism());
        }
    }

    /** Marks elements with the number of their entrance. */
    private record Mark<T>(int entrance) implements MapFunction<T, Entered<Object>> {
        @Override
        public Entered<Object> map(T element) {
            return new Entered<>(entrance, element);
        }
    }
}
