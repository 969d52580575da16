/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobmanager.scheduler.CoLocationGroup;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashSet;
import java.util.Set;

import static io.tspoon.api.graphs.SumGraph.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** An open operator in a chain with what is before it, of which Flink sees the first one only. */
class InputChainTest {
    private static final int PARALLELISM = 2;

    private final StreamExecutionEnvironment environment =
            StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(PARALLELISM);

    @Test
    void openInAChainIsInTheSlotOfItsClose() {
        sum("bank", numbers().map(number -> number + 1).filter(number -> number > 0));

        assertThat(vertex("bank: open").getName()).startsWith("Source");
        assertThat(groups("bank: open", "bank: close")).hasSize(1).doesNotContainNull();
    }

    /** The close of the first one and the open of the second one are one vertex. */
    @Test
    void graphsBehindOneAnotherAreInTheSameSlots() {
        DataStream<Long> sums = sum("bank", numbers());
        sum("shop", sums);

        assertThat(vertex("shop: open").getName()).startsWith("bank: close");
        assertThat(groups("bank: open", "bank: close", "shop: open", "shop: close"))
                .hasSize(1)
                .doesNotContainNull();
    }

    @Test
    void graphsSideBySideHaveSlotsOfTheirOwn() {
        sum("bank", numbers().rebalance());
        sum("shop", numbers().rebalance());

        assertThat(groups("bank: open", "bank: close")).hasSize(1).doesNotContainNull();
        assertThat(groups("bank: open", "shop: open")).hasSize(2);
    }

    /** Flink would refuse one co-location group in two slot sharing groups. */
    @Test
    void whatIsInOtherSlotsIsNotInTheChain() {
        sum("bank", numbers().map(number -> number + 1).slotSharingGroup("others"));

        assertThat(vertex("bank: open").getName()).startsWith("Map");
        assertThat(groups("bank: open", "bank: close")).hasSize(1).doesNotContainNull();
    }

    /** As its input is in them anyway. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void slotsThatAreNamedAgainDoNotEndTheChain(boolean areNamedBefore) {
        SingleOutputStreamOperator<Long> mapped = numbers().map(number -> number + 1);
        String slots = areNamedBefore ? "others" : "default";
        if (areNamedBefore) {
            mapped.slotSharingGroup(slots);
        }
        sum(
                "bank",
                mapped.map(number -> number + 1)
                        .filter(number -> number > 0)
                        .slotSharingGroup(slots));

        assertThat(vertex("bank: open").getName()).startsWith(areNamedBefore ? "Map" : "Source");
        assertThat(groups("bank: open", "bank: close")).hasSize(1).doesNotContainNull();
    }

    /** Keys are routed by the maximum parallelism of open's task, which the first one gives. */
    @Test
    void inputWithAMaximumParallelismOfItsOwnIsNotInTheChain() {
        SingleOutputStreamOperator<Long> few = numbers().map(number -> number + 1);
        few.setMaxParallelism(PARALLELISM);
        sum("bank", few.filter(number -> number > 0));

        assertThat(vertex("bank: open").getName()).startsWith("bank: open");
    }

    @Test
    void inputWithTheMaximumParallelismOfTheJobIsInTheChain() {
        environment.setMaxParallelism(64);
        SingleOutputStreamOperator<Long> same = numbers().map(number -> number + 1);
        same.setMaxParallelism(64);
        sum("bank", same);

        assertThat(vertex("bank: open").getName()).startsWith("Source");
    }

    // ------------------------------------------------------------------ what is changed later

    /** At PL4 Flink would deal out one sender's elements to all coordinators. */
    @Test
    void inputThatBecomesSerialAfterwardsIsRefused() {
        SingleOutputStreamOperator<Long> orders =
                numbers().map(number -> number + 1).name("orders");
        TransactionalGraph graph = TransactionalGraph.named("bank").isolation(IsolationLevel.PL4);
        sum(graph.openTransaction(orders.rebalance(), number -> Long.toString(number)), "sums");
        orders.setParallelism(1);

        assertRefused()
                .hasMessageContaining("graph=bank, operator=orders, parallelism=1, whenOpened=2")
                .hasMessageContaining("before you open it");
        orders.setParallelism(PARALLELISM);
        assertThatCode(this::job).doesNotThrowAnyException();
    }

    /** It would be chained with open then, in slots that are not those of close. */
    @Test
    void inputThatBecomesParallelAfterwardsIsRefused() {
        SingleOutputStreamOperator<Long> orders =
                numbers().map(number -> number + 1).setParallelism(1);
        sum("bank", orders);
        orders.setParallelism(PARALLELISM);

        assertRefused().hasMessageContaining("parallelism=2, whenOpened=1");
    }

    @Test
    void inputThatGetsAMaximumParallelismOfItsOwnAfterwardsIsRefused() {
        SingleOutputStreamOperator<Long> orders =
                numbers().map(number -> number + 1).name("orders");
        sum("bank", orders);
        orders.setMaxParallelism(7);

        assertRefused()
                .hasMessageContaining("graph=bank, operator=orders, maxParallelism=7, ofTheGraph=");
    }

    @Test
    void inputThatGetsOtherSlotsAfterwardsIsRefused() {
        SingleOutputStreamOperator<Long> orders =
                numbers().map(number -> number + 1).name("orders");
        sum("bank", orders.filter(number -> number > 0).slotSharingGroup("default"));
        orders.slotSharingGroup("others");

        assertRefused()
                .hasMessageContaining("graph=bank, operator=")
                .hasMessageContaining("slotSharingGroup");
    }

    /** States would have other key groups than those by which open routes. */
    @Test
    void maximumParallelismThatChangesWhileAGraphIsOpenIsRefused() {
        environment.setMaxParallelism(64);
        TransactionalStream<Long> opened =
                TransactionalGraph.named("bank")
                        .openTransaction(numbers(), number -> Long.toString(number));
        environment.setMaxParallelism(128);
        sum(opened, "sums");

        assertRefused()
                .hasMessageContaining("operator=bank: sums, maxParallelism=128, whenOpened=64")
                .hasMessageContaining("Call setMaxParallelism of the environment before");
    }

    @Test
    void maximumParallelismOfTheJobMayBeSetAtAnyTimeIfItIsOneForAll() {
        sum("bank", numbers());
        environment.setMaxParallelism(64);

        assertThatCode(this::job).doesNotThrowAnyException();
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertRefused() {
        return assertThatThrownBy(this::job).isInstanceOf(InvalidGraphException.class);
    }

    // ------------------------------------------------------------------ who gets what

    /**
     * Else a live change of the parallelism would take equal elements to different coordinators.
     */
    @ParameterizedTest
    @EnumSource
    void inputWithoutKeysIsSpreadForALogByOneCoordinatorToo(IsolationLevel level) {
        environment.setParallelism(1);
        TransactionalGraph graph =
                TransactionalGraph.named("bank")
                        .isolation(level)
                        .writeAheadLog(new FileLog("file:///tmp/log"));
        sum(graph.openTransaction(numbers()), "sums");

        JobVertex open = vertex("bank: open");
        assertThat(open.getName()).startsWith("bank: open");
        assertThat(open.getInputs().get(0).getShipStrategyName())
                .isEqualTo(level == IsolationLevel.PL4 ? "GLOBAL" : "CUSTOM");
    }

    /** Else a live change of the parallelism would deal it out to several coordinators. */
    @Test
    void serialInputWhoseOrderIsKeptGoesToOneCoordinatorWhereThereIsButOne() {
        environment.setParallelism(1);
        TransactionalGraph graph = TransactionalGraph.named("bank").isolation(IsolationLevel.PL4);
        sum(graph.openTransaction(numbers(), number -> Long.toString(number)), "sums");

        assertThat(vertex("bank: open").getInputs().get(0).getShipStrategyName())
                .isEqualTo("GLOBAL");
    }

    @Test
    void inputThatIsKeyedBeforehandMayBeSpread() {
        TransactionalGraph graph =
                TransactionalGraph.named("bank").writeAheadLog(new FileLog("file:///tmp/log"));
        sum(graph.openTransaction(numbers().keyBy(number -> number % 3)), "sums");

        assertThat(vertex("bank: open").getInputs().get(0).getShipStrategyName())
                .isEqualTo("CUSTOM");
    }

    // ------------------------------------------------------------------ the job

    private DataStream<Long> numbers() {
        return environment.fromSequence(1, 1_000);
    }

    private JobVertex vertex(String operator) {
        return vertex(job(), operator);
    }

    private Set<CoLocationGroup> groups(String... operators) {
        JobGraph job = job();
        Set<CoLocationGroup> groups = new HashSet<>();
        for (String operator : operators) {
            groups.add(vertex(job, operator).getCoLocationGroup());
        }
        return groups;
    }

    private JobGraph job() {
        return environment.getStreamGraph(false).getJobGraph();
    }

    /** The one that has the operator in its chain. */
    private static JobVertex vertex(JobGraph job, String operator) {
        for (JobVertex vertex : job.getVertices()) {
            if (vertex.getName().contains(operator)) {
                return vertex;
            }
        }
        throw new AssertionError("no vertex has operator " + operator);
    }
}
