/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

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

/** Chains are as if transactions came one by one, in the order of entry, in one attempt each. */
class DeterministicITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 1_000;
    private static final int[] KEYS = {2, 12};
    private static final int[] ABORT_PERCENTS = {3, 50, 0, 100};

    /** Each shape with each combination; keys and aborts change so that each meets each. */
    static Stream<Arguments> shapes() {
        List<Arguments> all = new ArrayList<>();
        for (Layout layout :
                List.of(
                        Layout.oneState(1),
                        Layout.oneState(4),
                        Layout.branches(3),
                        Layout.sameKey(3),
                        Layout.flat())) {
            for (Combination combination : Combination.chains()) {
                int number = all.size();
                int keys = KEYS[(number / ABORT_PERCENTS.length + number) % KEYS.length];
                int percent = ABORT_PERCENTS[number % ABORT_PERCENTS.length];
                all.add(Arguments.of(new Workload(layout, COUNT, keys, percent, 0), combination));
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("shapes")
    void isAsIfOneByOneInTheOrderOfEntry(Workload workload, Combination combination)
            throws Exception {
        List<TransactionResult<String>> results = WorkloadRun.of(workload, combination);

        workload.check(combination, results);
        assertThat(results).anyMatch(TransactionResult::isCommitted);
    }
}
