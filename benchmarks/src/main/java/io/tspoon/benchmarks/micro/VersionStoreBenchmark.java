/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.micro;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.access.ParticipantRules;
import io.tspoon.protocol.access.TimestampOrdering;
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

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * What does it cost to install a version, and to read at a timestamp?
 *
 * <p>The stable timestamp stays a number of versions of each key behind, so that so many are kept.
 */
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class VersionStoreBenchmark {
    private static final int ACCOUNTS = 10_000;

    @Param({"1", "8"})
    private int versions;

    private final Participant<Integer, Long> participant =
            new Participant<>(1, ParticipantRules.of(new TimestampOrdering<>()), installed -> {});
    private final AccountAccess.Woken woken = new AccountAccess.Woken(participant);
    private final AccountAccess access = new AccountAccess();
    private final SplittableRandom random = new SplittableRandom(1);
    private List<KeyRecord<Integer, Long>> records;
    private long timestamp;
    private long lag;
    private int next;

    /** Gives each account its versions. */
    @Setup
    public void install() {
        records = AccountAccess.records(ACCOUNTS);
        timestamp = 1;
        lag = (versions - 1L) * ACCOUNTS;
        for (int i = 0; i < versions * ACCOUNTS; i++) {
            writeAndInstall();
        }
    }

    /** A tentative version, and the decision that installs it. */
    @Benchmark
    public void writeAndInstall() {
        KeyRecord<Integer, Long> record = records.get(next);
        next = (next + 1) % ACCOUNTS;
        access.prepare(0, 0, timestamp, AccessMode.WRITE);
        participant.submit(access, record);
        access.write(timestamp);
        participant.versions().stable(Math.max(Timestamps.NONE, timestamp - lag));
        participant.decide(0, 0, timestamp, Decision.COMMIT);
        woken.goOn();
        timestamp++;
    }

    /** The newest version. */
    @Benchmark
    public @Nullable Long readNewest() {
        return readAt(timestamp);
    }

    /** The oldest version that is kept. */
    @Benchmark
    public @Nullable Long readOldest() {
        return readAt(Math.max(1, timestamp - lag));
    }

    private @Nullable Long readAt(long asOf) {
        access.prepare(0, 0, asOf, AccessMode.READ);
        participant.submit(access, records.get(random.nextInt(ACCOUNTS)));
        return access.read();
    }
}
