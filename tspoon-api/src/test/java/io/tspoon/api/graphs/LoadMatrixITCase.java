/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Layout;
import io.tspoon.testing.Workload;
import io.tspoon.testing.WorkloadRun;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Every level with every mechanism, whatever the share of aborts, the cost and the crowd. */
class LoadMatrixITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    /** What docs/protocol.md says of a transaction that starves. */
    private static final int MOST_ATTEMPTS = 64;

    static List<Combination> combinations() {
        return Combination.levelsAndMechanisms();
    }

    static Stream<Arguments> abortRates() {
        List<Arguments> all = new ArrayList<>();
        for (Combination combination : combinations()) {
            all.add(Arguments.of(all.size() % 4 == 0 ? 0 : 50, combination));
            all.add(Arguments.of(100, combination));
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0} % of writes are bad: {1}")
    @MethodSource("abortRates")
    void abortsChangeNothingElse(int percent, Combination combination) throws Exception {
        Workload workload = new Workload(Layout.diamond(), 500, 12, percent, 0);

        List<TransactionResult<String>> results = WorkloadRun.of(workload, combination);

        workload.check(combination, results);
        assertThat(results)
                .filteredOn(TransactionResult::isCommitted)
                .filteredOn(result -> percent == 100)
                .as("committed though they wrote a value")
                .allMatch(LoadMatrixITCase::writesNoValue);
    }

    private static boolean writesNoValue(TransactionResult<String> result) {
        return result.updates().stream().allMatch(update -> update.value() == null);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("combinations")
    void slowFunctionsChangeNothingElse(Combination combination) throws Exception {
        Workload workload = new Workload(Layout.chain(2), 60, 12, 10, 30);

        List<TransactionResult<String>> results = WorkloadRun.of(workload, combination);

        workload.check(combination, results);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("combinations")
    void nobodyStarvesInACrowdAtTwoKeys(Combination combination) throws Exception {
        Workload workload = Workload.of(Layout.oneState(2), 2_000, 2);
        TransactionalGraph crowd =
                combination.graph("crowd").maxInFlight(64 / combination.parallelism());

        List<TransactionResult<String>> results =
                WorkloadRun.of(workload, combination.environment(), crowd);

        workload.check(combination, results);
        assertThat(results).allMatch(result -> result.attempts() <= MOST_ATTEMPTS);
    }
}
