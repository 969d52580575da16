/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.micro;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.Admittance;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.protocol.access.Locking;
import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.access.ParticipantRules;
import io.tspoon.transaction.AccessMode;

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

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * What does it cost to lock a key, update its value and release the lock with the decision?
 *
 * <p>512 transactions are in flight: each call decides the oldest one and submits a new one. With
 * 100,000 accounts 1 in 200 finds its key locked, with 10 accounts each waits behind some 50
 * others.
 */
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LockTableBenchmark {
    private static final int IN_FLIGHT = 512;

    @Param({"100000", "10"})
    private int accounts;

    private long installed;
    private final Participant<Integer, Long> participant =
            new Participant<>(1, ParticipantRules.of(new Locking<>()), record -> installed++);
    private final AccountAccess.Woken woken = new AccountAccess.Woken(participant);
    private final AccountAccess[] inFlight = new AccountAccess[IN_FLIGHT];
    private final SplittableRandom random = new SplittableRandom(1);
    private List<KeyRecord<Integer, Long>> records;
    private long timestamp;
    private int next;

    /** Fills the window. */
    @Setup
    public void prepare() {
        records = AccountAccess.records(accounts);
        timestamp = 1;
        for (int slot = 0; slot < IN_FLIGHT; slot++) {
            inFlight[slot] = new AccountAccess();
            submit(slot);
        }
    }

    /** One transaction is decided, one begins. */
    @Benchmark
    public long decideAndSubmit() {
        int slot = next;
        next = (slot + 1) % IN_FLIGHT;
        long oldest = inFlight[slot].timestamp();
        participant.versions().stable(oldest);
        participant.decide(0, slot, oldest, Decision.COMMIT);
        woken.goOn();
        submit(slot);
        return installed;
    }

    private void submit(int slot) {
        AccountAccess access = inFlight[slot];
        access.prepare(0, slot, timestamp, AccessMode.UPDATE);
        timestamp++;
        KeyRecord<Integer, Long> record = records.get(random.nextInt(accounts));
        if (participant.submit(access, record) == Admittance.GRANTED) {
            access.increment();
        }
    }
}
