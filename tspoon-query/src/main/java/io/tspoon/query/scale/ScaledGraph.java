/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.flink.directory.GraphMark;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * All vertices that must have the same parallelism: those of a t-graph, and of the t-graphs that
 * Flink has chained to it.
 *
 * @param graphs names of the t-graphs
 * @param vertices in the order in which Flink lists them
 */
@Internal
public record ScaledGraph(Set<String> graphs, List<JobVertex> vertices) {
    public ScaledGraph {
        graphs = new TreeSet<>(graphs);
        vertices = List.copyOf(vertices);
    }

    /** The t-graphs of a job, each in one group. */
    static List<ScaledGraph> of(RunningJob job) {
        List<Group> groups = new ArrayList<>();
        for (JobVertex vertex : job.vertices()) {
            if (!vertex.marks().isEmpty()) {
                Group group = new Group(vertex);
                for (Group other : List.copyOf(groups)) {
                    if (group.meets(other)) {
                        group.take(other);
                        groups.remove(other);
                    }
                }
                groups.add(group);
            }
        }
        return groups.stream().map(group -> group.sorted(job)).toList();
    }

    List<String> ids() {
        return vertices.stream().map(JobVertex::id).toList();
    }

    /** The highest parallelism of its vertices; usually all have the same. */
    public int parallelism() {
        return vertices.stream().mapToInt(JobVertex::parallelism).max().orElse(0);
    }

    /**
     * The lowest parallelism of its vertices; if they differ, single ones were changed, and the job
     * has begun with that.
     */
    int lowestParallelism() {
        return vertices.stream().mapToInt(JobVertex::parallelism).min().orElse(0);
    }

    /** What Flink allows for all vertices. */
    public int maxParallelism() {
        return vertices.stream().mapToInt(JobVertex::maxParallelism).min().orElse(0);
    }

    /** Whether one coordinator gets all of the input of one of the t-graphs. */
    boolean hasOneCoordinator() {
        return vertices.stream()
                .flatMap(vertex -> vertex.marks().stream())
                .anyMatch(GraphMark::single);
    }

    /** Vertices that have something in common. */
    private static final class Group {
        private final Set<String> graphs = new HashSet<>();
        private final Set<String> slots = new HashSet<>();
        private final Set<JobVertex> vertices = new HashSet<>();

        Group(JobVertex vertex) {
            vertices.add(vertex);
            for (GraphMark mark : vertex.marks()) {
                graphs.add(mark.graph());
                slots.add(mark.slots());
            }
        }

        boolean meets(Group other) {
            return graphs.stream().anyMatch(other.graphs::contains)
                    || slots.stream().anyMatch(other.slots::contains);
        }

        void take(Group other) {
            graphs.addAll(other.graphs);
            slots.addAll(other.slots);
            vertices.addAll(other.vertices);
        }

        ScaledGraph sorted(RunningJob job) {
            return new ScaledGraph(
                    graphs, job.vertices().stream().filter(vertices::contains).toList());
        }
    }
}
