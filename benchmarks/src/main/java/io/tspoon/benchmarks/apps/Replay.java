/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.transaction.IsolationLevel;

import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Executes the input once more, one event after the other, and compares each result: in the order
 * of timestamps at PL3, in the order of entry at PL4. Aborted ones must be those that the serial
 * program aborts, too, and each event must have one result.
 */
final class Replay {
    private final String name;
    private final IsolationLevel level;
    private final Ticks input;

    Replay(String name, IsolationLevel level, Ticks input) {
        this.name = name;
        this.level = level;
        this.input = input;
    }

    Verified verify(Oracle oracle, Collection<Executed> kept) {
        ToLongFunction<Executed> order =
                level == IsolationLevel.PL4 ? Executed::id : Executed::timestamp;
        List<Executed> results = kept.stream().sorted(Comparator.comparingLong(order)).toList();
        BitSet seen = new BitSet();
        long aborted = 0;
        long attempts = 0;
        for (Executed result : results) {
            int index = (int) (result.number() - input.first());
            check(!seen.get(index), "event has two results, result=" + result);
            seen.set(index);
            Oracle.Expected expected = oracle.execute(result.number());
            check(
                    expected.equals(result.said()),
                    "a serial execution says otherwise, result="
                            + result
                            + ", expected="
                            + expected);
            aborted += expected.committed() ? 0 : 1;
            attempts += result.attempts();
        }
        check(
                results.size() == input.limit(),
                "events have no result, results=" + results.size() + ", events=" + input.limit());
        return new Verified(results.size(), aborted, attempts - results.size());
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new BenchmarkException("Cannot trust " + name + ": " + otherwise);
        }
    }
}
