/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.recovery;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.Layout;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** PL4 in long t-graphs: checkpoints and failures neither stall nor reorder. */
class EntryOrderRecoveryITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 6_000;

    @TempDir Path directory;

    static Stream<Arguments> settings() {
        List<Arguments> all = new ArrayList<>();
        for (Layout layout :
                List.of(
                        Layout.chain(4),
                        Layout.diamond(),
                        Layout.branchesThatUnite(),
                        Layout.sameKeysInAChain())) {
            for (ConcurrencyControl control : Combination.mechanismsForAnyShape()) {
                all.add(Arguments.of(layout, combination(control, all.size())));
            }
        }
        for (Layout layout : flatLayouts()) {
            ConcurrencyControl chains = ConcurrencyControl.DETERMINISTIC;
            all.add(Arguments.of(layout, combination(chains, 2 * all.size())));
        }
        return all.stream();
    }

    static List<Layout> flatLayouts() {
        return List.of(Layout.flat(), Layout.oneState(4));
    }

    private static Combination combination(ConcurrencyControl control, int number) {
        Backend backend = Backend.values()[number / 2 % 2];
        return new Combination(IsolationLevel.PL4, control, 4, number % 4 == 0, backend);
    }

    /** The last number reads all keys while the others come and go. */
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("settings")
    void checkpointsEvery10MsNeitherStallNorReorder(Layout layout, Combination combination)
            throws Exception {
        StreamExecutionEnvironment environment =
                combination.environment(EmbeddedFlink.checkpointing(Duration.ofMillis(10)));
        Workload workload = Workload.of(layout, COUNT, 50);

        List<TransactionResult<String>> results =
                EmbeddedFlink.collect(
                        workload.run(
                                combination.graph("frequent"), environment.fromSequence(0, COUNT)));

        workload.check(combination, results, Numbers.parts(COUNT + 1, combination.parallelism()));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("settings")
    void failuresKeepTheOrderOfASerialInput(Layout layout, Combination combination)
            throws Exception {
        keepOrder("serial", layout, combination, combination.graph("failing"));
    }

    /** One coordinator has all of the input; the others leave and come back around snapshots. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("flatLayouts")
    void failuresKeepTheOrderOfChainsWithALog(Layout layout) throws Exception {
        Combination combination = combination(ConcurrencyControl.DETERMINISTIC, 1);
        keepOrder(
                "logged",
                layout,
                combination,
                combination
                        .graph("logged")
                        .writeAheadLog(new FileLog(directory.toUri().toString())));
    }

    private static void keepOrder(
            String name, Layout layout, Combination combination, TransactionalGraph graph)
            throws Exception {
        String test = name + " " + layout + ", " + combination;
        StreamExecutionEnvironment environment =
                combination.environment(EmbeddedFlink.recovering(Duration.ofMillis(50)));
        Workload workload = Workload.of(layout, COUNT, 50);
        DataStream<Long> numbers =
                environment
                        .fromSource(
                                new NumberSequenceSource(0, COUNT),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .setParallelism(1)
                        .map(new Faults<>(test + "-before", 2_000, 2))
                        .setParallelism(1);
        DataStream<TransactionResult<String>> results = workload.run(graph, numbers);
        ExactlyOnceSink.collect(
                results.map(new Faults<>(test + "-after", 2_500, 2)).returns(results.getType()),
                test);

        environment.execute();

        workload.check(combination, ExactlyOnceSink.received(test), Numbers.parts(COUNT + 1, 1));
        assertThat(Faults.failures(test + "-before")).isEqualTo(2);
        assertThat(Faults.failures(test + "-after")).isEqualTo(2);
    }
}
