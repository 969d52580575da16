/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.benchmarks.bank.Transfer;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.Schedule;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Transfers by their number. The first ones touch every account once and come at once; the others
 * are random, and due at a constant rate. Each carries its number as its start.
 *
 * <p>It waits on the thread of the source, so nothing may be chained to it.
 *
 * @param meter name of the run's meter, which knows the schedule
 * @param accounts how many there are
 */
record ElasticInput(String meter, int accounts) implements GeneratorFunction<Long, Transfer> {
    private static final int MOST = 100;

    /** How many transfers touch every account. */
    static long filling(int accounts) {
        return accounts / 2;
    }

    @Override
    public Transfer map(Long number) {
        Schedule schedule = Meter.schedule(meter);
        long filling = filling(accounts);
        if (number >= filling) {
            long due = schedule.due(number - filling);
            for (long left = due - System.nanoTime();
                    left > 0 && !Thread.currentThread().isInterrupted();
                    left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
        schedule.offered(number - filling);
        return numbered(number);
    }

    /** The same transfer whenever the number is. */
    Transfer numbered(long number) {
        if (number < filling(accounts)) {
            int source = (int) (2 * number);
            return new Transfer(source, source + 1, 1, number);
        }
        SplittableRandom random = new SplittableRandom(number);
        int source = random.nextInt(accounts);
        int other = random.nextInt(accounts - 1);
        int destination = other < source ? other : other + 1;
        return new Transfer(source, destination, 1L + random.nextInt(MOST), number);
    }
}
