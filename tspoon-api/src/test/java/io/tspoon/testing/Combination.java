/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/**
 * How a t-graph runs, whatever it does: level, mechanism, parallelism, object reuse, backend.
 *
 * <p>All combinations for each shape of t-graph would take too long, and faults that need more than
 * two settings to meet are rare. So {@link #pairwise} gives the twelve in which each value of each
 * setting meets each value of every other one.
 */
public record Combination(
        IsolationLevel isolation,
        ConcurrencyControl control,
        int parallelism,
        boolean objectReuse,
        Backend backend) {
    private static final int[] PARALLELISMS = {1, 2, 4};

    /** The mechanisms that execute t-graphs of any shape, with a log or without; in their order. */
    public static List<ConcurrencyControl> mechanismsForAnyShape() {
        return List.copyOf(EnumSet.complementOf(EnumSet.of(ConcurrencyControl.DETERMINISTIC)));
    }

    /**
     * Combinations, for t-graphs of any shape, in which each value of a setting meets each value of
     * every other one.
     */
    public static List<Combination> pairwise() {
        List<Combination> combinations = new ArrayList<>();
        for (int row = 0; row < PARALLELISMS.length; row++) {
            for (IsolationLevel level : IsolationLevel.values()) {
                combinations.add(inRow(row, level));
            }
        }
        return combinations;
    }

    /** Level and parallelism meet by position; the others alternate, each in its own rhythm. */
    private static Combination inRow(int row, IsolationLevel level) {
        int low = level.ordinal() % 2;
        int high = level.ordinal() / 2;
        return new Combination(
                level,
                mechanismsForAnyShape().get((row + low + high) % 2),
                PARALLELISMS[row],
                (row + high) % 2 == 0,
                Backend.values()[(row + (row == 2 ? 1 : 0) + low) % 2]);
    }

    /**
     * Every level with every mechanism that executes t-graphs of any shape, in turn with each
     * parallelism.
     */
    public static List<Combination> levelsAndMechanisms() {
        List<Combination> combinations = new ArrayList<>();
        for (IsolationLevel level : IsolationLevel.values()) {
            for (ConcurrencyControl control : mechanismsForAnyShape()) {
                int number = combinations.size();
                combinations.add(
                        new Combination(
                                level,
                                control,
                                PARALLELISMS[1 + (number / 2 + number) % 2],
                                number % 2 == 0,
                                Backend.HEAP));
            }
        }
        return combinations;
    }

    /**
     * Deterministic chains, for t-graphs that are flat: each parallelism with each backend, and
     * with object reuse or without. The level makes no difference, so it changes, too.
     */
    public static List<Combination> chains() {
        List<Combination> combinations = new ArrayList<>();
        for (int parallelism : PARALLELISMS) {
            for (Backend backend : Backend.values()) {
                int number = combinations.size();
                combinations.add(
                        new Combination(
                                IsolationLevel.values()[number % 4],
                                ConcurrencyControl.DETERMINISTIC,
                                parallelism,
                                (number / 2 + number) % 2 == 0,
                                backend));
            }
        }
        return combinations;
    }

    /** Whether transactions are as if executed one by one; locks give that at every level. */
    public boolean isSerializable() {
        return control == ConcurrencyControl.LOCK_BASED
                || isOrdered()
                || isolation.compareTo(IsolationLevel.PL3) >= 0;
    }

    /**
     * Whether transactions are as if executed in the order in which they entered; chains give that
     * at every level.
     */
    public boolean isOrdered() {
        return isolation == IsolationLevel.PL4 || control == ConcurrencyControl.DETERMINISTIC;
    }

    /** An environment without checkpoints and without restarts. */
    public StreamExecutionEnvironment environment() {
        return environment(new Configuration());
    }

    /** An environment with more settings. */
    public StreamExecutionEnvironment environment(Configuration more) {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, backend, more);
        if (objectReuse) {
            environment.getConfig().enableObjectReuse();
        }
        return environment;
    }

    /** Describes a t-graph of this level and mechanism. */
    public TransactionalGraph graph(String name) {
        return TransactionalGraph.named(name).isolation(isolation).concurrencyControl(control);
    }

    @Override
    public String toString() {
        return isolation
                + " "
                + control
                + ", parallelism "
                + parallelism
                + (objectReuse ? ", object reuse, " : ", copies, ")
                + backend;
    }
}
