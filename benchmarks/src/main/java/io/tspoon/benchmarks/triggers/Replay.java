/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Verified;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Executes chains once more, one step after the other in the order of ids, and compares each
 * result. Of one source, each level must get the chains in their order, and each chain its steps in
 * theirs: S-Store's two constraints.
 *
 * @param name of the configuration
 * @param triggers steps of a chain behind the first one
 * @param way how they follow each other
 * @param chains how many there are
 */
record Replay(String name, int triggers, Way way, long chains) {
    Verified verify(Collection<Executed> kept) {
        List<Executed> results =
                kept.stream().sorted(Comparator.comparingLong(Executed::id)).toList();
        long[] next = new long[triggers + 1];
        long[] sums = new long[triggers + 1];
        long attempts = 0;
        for (Executed result : results) {
            Map<Integer, Long> expected = new HashMap<>();
            int last = result.step().level();
            for (int level = way == Way.BETWEEN ? last : 0; level <= last; level++) {
                long number = next[level]++;
                check(number == result.step().number(), "chains are not in their order", result);
                check(level == 0 || number < next[level - 1], "a step is too early", result);
                sums[level] += number + 1;
                expected.put(level, sums[level]);
            }
            check(expected.equals(result.sums()), "it must have written " + expected, result);
            attempts += result.attempts();
        }
        for (long executed : next) {
            check(executed == chains, "each chain must have all steps, chains=" + chains, executed);
        }
        return new Verified(results.size(), 0, attempts - results.size());
    }

    private void check(boolean holds, String otherwise, Object seen) {
        if (!holds) {
            throw new BenchmarkException(
                    "Cannot trust " + name + ": " + otherwise + ", seen=" + seen);
        }
    }
}
