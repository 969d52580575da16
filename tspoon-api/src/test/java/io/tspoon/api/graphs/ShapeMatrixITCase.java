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

/**
 * Every shape of t-graph with every pair of settings: each level keeps what it promises, whatever
 * transactions read, write, insert and delete.
 */
class ShapeMatrixITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 1_000;
    private static final int KEYS = 12;
    private static final int LONGEST = 8;

    static Stream<Arguments> shapes() {
        List<Arguments> all = new ArrayList<>();
        List<Combination> combinations = Combination.pairwise();
        for (int i = 0; i < combinations.size(); i++) {
            Combination combination = combinations.get(i);
            // Every length from 2 to 8, a short one where instances are many.
            int length = 2 + (combination.parallelism() * 3 + i) % (LONGEST - 1);
            for (Layout layout :
                    List.of(
                            Layout.oneState(1),
                            Layout.oneState(3),
                            Layout.chain(length),
                            Layout.branches(LONGEST + 2 - length),
                            Layout.diamond(),
                            Layout.sameKey(length),
                            Layout.sameKeysInAChain(),
                            Layout.branchesThatUnite())) {
                all.add(Arguments.of(layout, combination));
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("shapes")
    void levelKeepsItsPromise(Layout layout, Combination combination) throws Exception {
        Workload workload = Workload.of(layout, COUNT, KEYS);

        List<TransactionResult<String>> results = WorkloadRun.of(workload, combination);

        workload.check(combination, results);
        assertThat(results).anyMatch(TransactionResult::isAborted);
        assertThat(results).anyMatch(TransactionResult::isCommitted);
    }

    static List<Combination> levelsAndMechanisms() {
        return Combination.levelsAndMechanisms();
    }
}
