/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.flink.directory.GraphMark;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.shaded.guava33.com.google.common.hash.Hashing;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The ids of the vertices that must be as parallel as a t-graph: its own, those of its entrances
 * and loads, and those of t-graphs in the same slots. Flink derives the id of a vertex from the uid
 * of the first operator that it chains there.
 */
final class VertexIds {
    /** The ids are sent in a text of at most 65,535 bytes. */
    private static final int MOST = 1_900;

    private VertexIds() {}

    /**
     * All that uids tell when the job graph is built. Which operators Flink will chain is not known
     * yet, so there are ids that the job will not have.
     *
     * @return none if there are too many
     */
    static List<String> of(StreamExecutionEnvironment environment, GraphMark graph) {
        Set<String> ids = new LinkedHashSet<>();
        for (Transformation<?> operator : environment.getTransformations()) {
            if (operator instanceof OneInputTransformation<?, ?> vertex && isOf(vertex, graph)) {
                for (Transformation<?> link : chain(vertex)) {
                    if (link.getUid() != null) {
                        ids.add(of(link.getUid()));
                    }
                }
            }
        }
        return ids.size() > MOST ? List.of() : List.copyOf(ids);
    }

    private static boolean isOf(Transformation<?> operator, GraphMark graph) {
        String description = operator.getDescription(); // not all have one
        return description != null
                && GraphMark.in(description).stream()
                        .anyMatch(
                                mark ->
                                        mark.graph().equals(graph.graph())
                                                || mark.slots().equals(graph.slots()));
    }

    private static List<Transformation<?>> chain(OneInputTransformation<?, ?> vertex) {
        return vertex.getOperatorFactory().getChainingStrategy() == ChainingStrategy.HEAD
                ? List.of(vertex)
                : InputChain.of(vertex);
    }

    private static String of(String uid) {
        byte[] id = Hashing.murmur3_128(0).hashString(uid, StandardCharsets.UTF_8).asBytes();
        return new JobVertexID(id).toHexString();
    }
}
