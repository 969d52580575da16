/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.flink.directory.GraphMark;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobgraph.jsonplan.JsonPlanGenerator;
import org.apache.flink.runtime.rest.messages.JobPlanInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static io.tspoon.api.graphs.SumGraph.sum;
import static org.assertj.core.api.Assertions.assertThat;

/** Vertices say of which t-graph they are, in the descriptions that Flink shows. */
class GraphMarksTest {
    private static final GraphMark BANK = new GraphMark("bank", "bank", false);

    private final StreamExecutionEnvironment environment =
            StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(2);

    @Test
    void allVerticesOfTheGraphAreMarkedAndNoOthers() {
        sum(TransactionalGraph.named("bank").openTransaction(numbers().rebalance()), "sums");

        assertThat(marks())
                .containsEntry("bank: open", List.of(BANK))
                .containsEntry("bank: sums", List.of(BANK))
                .containsEntry("bank: close -> Map -> Sink: Writer", List.of(BANK))
                .containsEntry("Source: Sequence Source", List.of())
                .hasSize(4);
    }

    @Test
    void entrancesAreMarkedToo() {
        TransactionalGraph graph = TransactionalGraph.named("bank");
        TransactionalStream<Long> all =
                graph.openTransaction("some", numbers().rebalance())
                        .union(graph.openTransaction("more", numbers().rebalance()));
        sum(all, "sums");

        assertThat(marks()).containsEntry("bank: some", List.of(BANK));
    }

    /** So that they are found to belong together. */
    @Test
    void graphsThatAreChainedShareAVertexAndSlots() {
        DataStream<Long> sums =
                sum(TransactionalGraph.named("bank").openTransaction(numbers().rebalance()), "s");
        sum(TransactionalGraph.named("shop").openTransaction(sums), "t");

        assertThat(marks().values())
                .contains(List.of(BANK, new GraphMark("shop", "bank", false)))
                .contains(List.of(new GraphMark("shop", "bank", false)));
    }

    @Test
    void oneCoordinatorForGoodIsMarked() {
        TransactionalGraph graph = TransactionalGraph.named("bank").isolation(IsolationLevel.PL4);
        sum(graph.openTransaction(environment.fromSequence(1, 9).setParallelism(1)), "sums");

        assertThat(marks())
                .containsEntry("bank: open", List.of(new GraphMark("bank", "bank", true)));
    }

    @Test
    void serialInputBelowPl4IsSpread() {
        TransactionalGraph graph = TransactionalGraph.named("bank");
        sum(graph.openTransaction(environment.fromSequence(1, 9).setParallelism(1)), "sums");

        assertThat(marks()).containsEntry("bank: open", List.of(BANK));
    }

    private DataStream<Long> numbers() {
        return environment.fromSequence(1, 1_000);
    }

    /** By the names of the vertices, from what Flink's REST interface shows. */
    private Map<String, List<GraphMark>> marks() {
        var job = environment.getStreamGraph(false).getJobGraph();
        JobPlanInfo.Plan plan = JsonPlanGenerator.generatePlan(job);
        Map<String, List<GraphMark>> marks = new TreeMap<>();
        List<JobVertex> vertices = new ArrayList<>();
        job.getVertices().forEach(vertices::add);
        for (JobPlanInfo.Plan.Node node : plan.getNodes()) {
            for (JobVertex vertex : vertices) {
                if (vertex.getID().toHexString().equals(node.getId())) {
                    marks.put(vertex.getName(), GraphMark.in(node.getDescription()));
                }
            }
        }
        return marks;
    }
}
