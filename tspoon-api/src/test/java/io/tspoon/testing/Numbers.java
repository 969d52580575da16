/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Small t-graphs over numbers: one transaction for each, which adds to sums by key. */
public final class Numbers {
    public static final int COUNT = 2_000;

    /** An amount for a key, and the number of the element that caused it. */
    public record Step(long number, long key, long amount) {}

    /** What a t-graph does for one number. */
    public interface Program {
        void run(long number, SerialReplay.View view);
    }

    private Numbers() {}

    /** A state of sums. */
    public static StateSpec<Long, Long> sums(String name) {
        return StateSpec.named(name, Long.class, Long.class).initialValue(0L);
    }

    /**
     * How Flink divides the numbers below a count: gives the part of a number, all of which one
     * instance of the source gives in order. The count itself, if it comes from another source, is
     * a part for itself.
     *
     * @param count of the numbers, at least as many as parts
     * @param parts as many as the source had instances when it first ran
     */
    public static LongUnaryOperator parts(long count, int parts) {
        long least = count / parts;
        long longer = count % parts; // they come first, and have one number more
        return number ->
                number < longer * (least + 1) ? number / (least + 1) : (number - longer) / least;
    }

    /** Opens a t-graph in a job of its own. */
    public static TransactionalStream<Long> open(ConcurrencyControl control, int parallelism) {
        return open(EmbeddedFlink.environment(parallelism), control, "shape");
    }

    /** Opens a t-graph over the numbers below {@link #COUNT}. */
    public static TransactionalStream<Long> open(
            StreamExecutionEnvironment environment, ConcurrencyControl control, String name) {
        return TransactionalGraph.named(name)
                .concurrencyControl(control)
                .openTransaction(
                        environment.fromSequence(0, COUNT - 1), number -> Long.toString(number));
    }

    /** Several steps of one number on one of five keys. */
    public static List<Step> steps(long number, long... amounts) {
        List<Step> steps = new ArrayList<>();
        for (long amount : amounts) {
            steps.add(new Step(number, number % 5, amount));
        }
        return steps;
    }

    /** One result for each number, as the serial replay says. */
    public static void checkReplay(List<? extends TransactionResult<?>> results, Program program) {
        Bank.checkComplete(results, 0, COUNT);
        SerialReplay.of(results, (key, view) -> program.run(Long.parseLong(key), view));
    }
}
