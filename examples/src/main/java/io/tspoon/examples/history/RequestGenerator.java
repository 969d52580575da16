/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Generates random transactions. A transaction depends only on its number and the settings, so it
 * is the same if it is generated again after a failure, and when the history is written. Change the
 * generated load here.
 */
final class RequestGenerator implements GeneratorFunction<Long, Request> {
    private static final long serialVersionUID = 1L;
    private static final int MOST_OPERATIONS = 5;
    private static final double ABORTED = 0.05;

    private final Workload workload;
    private final int keys;
    private final long seed;
    private final long transactions;

    RequestGenerator(Workload workload, int keys, long seed, long transactions) {
        this.workload = workload;
        this.keys = keys;
        this.seed = seed;
        this.transactions = transactions;
    }

    /**
     * The transaction with the given number. The one after the random transactions reads every key.
     */
    @Override
    public Request map(Long number) {
        return number < transactions ? random(number) : lastRead(number);
    }

    private Request random(long number) {
        SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
        int size = 1 + random.nextInt(MOST_OPERATIONS);
        List<Operation> operations = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            int key = random.nextInt(keys);
            long value = number * MOST_OPERATIONS + i + 1;
            operations.add(
                    random.nextBoolean()
                            ? new Operation(workload.change(), key, value)
                            : new Operation(Operation.Kind.READ, key, 0));
        }
        return new Request(number, operations, random.nextDouble() < ABORTED, false);
    }

    private Request lastRead(long number) {
        List<Operation> operations =
                IntStream.range(0, keys)
                        .mapToObj(key -> new Operation(Operation.Kind.READ, key, 0))
                        .toList();
        return new Request(number, operations, false, false);
    }
}
