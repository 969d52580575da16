/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.micro;

import io.tspoon.protocol.deterministic.Announcements;
import io.tspoon.protocol.deterministic.DeterministicParticipant;
import io.tspoon.protocol.deterministic.KeyChain;
import io.tspoon.protocol.deterministic.SpeculationDepth;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * What does it cost to update the value of a key by deterministic chains, from the access to its
 * report?
 *
 * <p>To compare with {@link LockTableBenchmark}. A transaction that is at one participant is over
 * at once. Of those at several, 512 are in flight: each call settles the oldest one and begins a
 * new one. With 100,000 accounts 1 in 200 finds its key in use, with 10 accounts each rests on some
 * 50 others.
 */
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChainBenchmark {
    private static final int IN_FLIGHT = 512;

    @Param({"100000", "10"})
    private int accounts;

    private final Counter counter = new Counter();
    private final DeterministicParticipant<Integer, Long, Integer> participant =
            new DeterministicParticipant<>(
                    1,
                    (access, below, own, effect) -> effect.write(below == null ? 1L : below + 1),
                    SpeculationDepth.of(2 * IN_FLIGHT),
                    counter);
    private final SplittableRandom random = new SplittableRandom(1);
    private List<KeyChain<Integer, Long, Integer>> records;
    private long id;

    /** Makes the accounts. */
    @Setup
    public void prepare() {
        records = new ArrayList<>();
        for (int account = 0; account < accounts; account++) {
            records.add(new Account(account));
        }
    }

    /** A transaction of one participant that may fail. */
    @Benchmark
    public long sole() throws Exception {
        access(0);
        participant.arrived(id);
        return counter.reported;
    }

    /** A transaction of two participants that may fail begins, another one ends. */
    @Benchmark
    public long conditional() throws Exception {
        access(2);
        participant.arrived(id);
        participant.finalUpTo(0, Math.max(0, id - IN_FLIGHT));
        participant.repair();
        return counter.reported;
    }

    private void access(int instances) throws Exception {
        id++;
        participant.begin(id, 0, 0, instances);
        participant.lastAccess(records.get(random.nextInt(accounts)), AccessMode.UPDATE, true, 0);
    }

    /** A key and its installed value. */
    private static final class Account extends KeyChain<Integer, Long, Integer> {
        private final Integer number;
        private long balance;

        Account(Integer number) {
            this.number = number;
        }

        @Override
        public Integer key() {
            return number;
        }

        @Override
        public Long installed() {
            return balance;
        }

        @Override
        protected void install(long id, @Nullable Long value) {
            balance = value == null ? 0 : value;
        }
    }

    /** Counts what is announced. */
    private static final class Counter implements Announcements<Integer, Long, Integer> {
        private long reported;

        @Override
        public void certain(long id, int coordinator, Integer access, boolean fails) {
            reported++;
        }

        @Override
        public void settled(long id, int coordinator, Integer access, boolean aborted) {
            reported++;
        }

        @Override
        public void objects(long id, int coordinator, int slot, int instances) {
            throw new IllegalStateException("Cannot object: no access fails, id=" + id);
        }

        @Override
        public void withdraws(long id) {
            throw new IllegalStateException("Cannot withdraw: no access fails, id=" + id);
        }

        @Override
        public void applied(long id, boolean abort) {
            throw new IllegalStateException("Cannot apply: there are no notices, id=" + id);
        }
    }
}
