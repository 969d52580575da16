/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.flink.directory.GraphMark;
import io.tspoon.runtime.entrance.EnteredTypeInfo;
import io.tspoon.runtime.plan.Entered;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamMap;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.UnionTransformation;
import org.apache.flink.streaming.runtime.partitioner.ForwardPartitioner;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds the Flink vertices of the entrances of a t-graph that has several. Each marks the elements
 * of its stream with the number of the entrance, so that all of them can come to one open operator.
 *
 * <p>Such a vertex is as parallel as the open operator and sends to the instance of its own index.
 * So elements come to the coordinators as if there were no vertex in between, and the order in
 * which a keyed stream brings those of a key is kept.
 */
@Internal
public final class EntranceVertices {
    private final StreamExecutionEnvironment environment;
    private final String graph;
    private final String uidPrefix;
    private final int parallelism;
    private final EnteredTypeInfo type = new EnteredTypeInfo(this::checkComplete);
    private final List<Transformation<Entered<Object>>> marked = new ArrayList<>();
    private final List<InputShape> inputs = new ArrayList<>();

    /** Number of entrances. */
    private int count;

    /** Precedes open as long as there are calls and no stream. */
    private @Nullable DataStreamSource<Entered<Object>> idle;

    private boolean closed;

    /**
     * @param graph name of the t-graph
     * @param uidPrefix what the uids of its operators begin with
     * @param parallelism of the open operator
     */
    public EntranceVertices(
            StreamExecutionEnvironment environment,
            String graph,
            String uidPrefix,
            int parallelism) {
        this.environment = environment;
        this.graph = graph;
        this.uidPrefix = uidPrefix;
        this.parallelism = parallelism;
    }

    /**
     * Adds the entrance whose number is the next one, for a stream.
     *
     * @param name of the entrance
     * @param input the elements that come by it, spread over the coordinators as they are to be
     * @param elements their type
     */
    public <T> void add(String name, DataStream<T> input, TypeInformation<T> elements) {
        OneInputTransformation<T, Entered<Object>> vertex =
                new OneInputTransformation<>(
                        input.getTransformation(),
                        graph + ": " + name,
                        SimpleOperatorFactory.of(new StreamMap<>(new Mark<T>(count++))),
                        type,
                        parallelism);
        vertex.setUid(uidPrefix + "-entrance-" + name);
        vertex.setDescription(new GraphMark(graph, graph, false).describe(vertex.getName()));
        if (environment.getMaxParallelism() > 0) {
            vertex.setMaxParallelism(environment.getMaxParallelism());
        }
        type.add(elements);
        inputs.add(new InputShape(graph, vertex));
        marked.add(new PartitionTransformation<>(vertex, new ForwardPartitioner<>()));
        environment.addOperator(vertex);
        dropIdle();
    }

    /**
     * Adds the entrance whose number is the next one, for calls: open makes their elements itself.
     *
     * @param requests their type
     */
    public void addCalls(TypeInformation<?> requests) {
        type.add(requests);
        count++;
        if (marked.isEmpty() && idle == null) {
            idle =
                    environment
                            .fromSource(
                                    new IdleSource<>(),
                                    WatermarkStrategy.noWatermarks(),
                                    graph + ": idle",
                                    type)
                            .setParallelism(1);
            idle.uid(uidPrefix + "-idle");
            // Else nobody would see that a t-graph was never closed.
            environment.addOperator(idle.getTransformation());
        }
    }

    private void dropIdle() {
        if (idle != null) {
            environment.getTransformations().remove(idle.getTransformation());
            idle = null;
        }
    }

    /**
     * Unites what the entrances have marked. Nothing is there if there are only calls: the source
     * is not chained to open then, whatever the parallelism. There will be no further entrance.
     */
    public DataStream<Entered<Object>> unite() {
        closed = true;
        if (idle != null) {
            return idle.rebalance();
        }
        return new DataStream<>(
                environment,
                marked.size() == 1 ? marked.get(0) : new UnionTransformation<>(marked));
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
