/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A key that has another hash code after a restore is refused: what was committed for it would be
 * there and not be found.
 */
class RestoredKeysTest {
    private static final String LOST = "Cannot restore state: a key has another hash code now";
    private static final long FEW = 20;
    private static final long MANY = 10_000;

    /** One key among many, far behind those that are looked up at once. */
    private static final long ODD = 7_777;

    private static final long AT_ONCE = Duration.ofMinutes(1).toNanos();
    private static final long LATER = 0;
    private static final SwitchedKey.Type OLD = new SwitchedKey.Type(Long::hashCode);
    private static final SwitchedKey.Type NEW = new SwitchedKey.Type(key -> ~Long.hashCode(key));
    private static final SwitchedKey.Type ONE_NEW =
            new SwitchedKey.Type(key -> Long.hashCode(key) + (key == ODD ? 1 : 0));

    /** Where the state is. */
    enum Backend {
        HEAP(HashMapStateBackend::new),
        ROCKSDB(EmbeddedRocksDBStateBackend::new);

        private final Supplier<StateBackend> create;

        Backend(Supplier<StateBackend> create) {
            this.create = create;
        }

        RestoredRun run(SwitchedKey.Type type, long atOnceNanos, OperatorSubtaskState snapshot)
                throws Exception {
            return new RestoredRun(create.get(), type, atOnceNanos, snapshot);
        }

        /** A snapshot of the keys below the count, in the state at the place. */
        OperatorSubtaskState written(int place, long count) throws Exception {
            try (RestoredRun run = run(OLD, AT_ONCE, null)) {
                for (long key = 0; key < count; key++) {
                    run.write(place, key, key);
                }
                return run.snapshot();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void typeKeyAndCureAreNamed(Backend backend) throws Exception {
        OperatorSubtaskState snapshot = backend.written(0, FEW);

        assertThatThrownBy(() -> backend.run(NEW, AT_ONCE, snapshot))
                .hasStackTraceContaining(LOST)
                .hasStackTraceContaining("state=state, keyType=Switched, key=switched ")
                .hasStackTraceContaining("Start from this snapshot with the versions that wrote it")
                .hasStackTraceContaining("make the key a String, a Long, or a record of such");
    }

    @ParameterizedTest
    @EnumSource
    void keysOfAnyStateAreChecked(Backend backend) throws Exception {
        OperatorSubtaskState snapshot = backend.written(1, FEW);

        assertThatThrownBy(() -> backend.run(NEW, AT_ONCE, snapshot)).hasStackTraceContaining(LOST);
    }

    /** The restore puts it where its new hash code says, so its value is found. */
    @ParameterizedTest
    @EnumSource
    void keyThatStaysInItsGroupIsLeftAlone(Backend backend) throws Exception {
        OperatorSubtaskState snapshot = backend.written(0, FEW);
        SwitchedKey.Type sameGroup = new SwitchedKey.Type(key -> inGroupOf(Long.hashCode(key)));

        assertThatCode(() -> backend.run(sameGroup, AT_ONCE, snapshot).close())
                .doesNotThrowAnyException();
    }

    private static int inGroupOf(int hash) {
        int other = hash + 1;
        while (group(other) != group(hash)) {
            other++;
        }
        return other;
    }

    private static int group(int hash) {
        return KeyGroupRangeAssignment.computeKeyGroupForKeyHash(hash, RestoredRun.KEY_GROUPS);
    }

    @ParameterizedTest
    @EnumSource
    void keysWithTheirHashCodesAreFound(Backend backend) throws Exception {
        OperatorSubtaskState snapshot = backend.written(0, MANY);

        for (long atOnce : new long[] {AT_ONCE, LATER}) {
            try (RestoredRun run = backend.run(OLD, atOnce, snapshot)) {
                assertThatCode(() -> passTime(run)).doesNotThrowAnyException();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneKeyAmongManyIsNoticedBeforeTransactionsIfThereIsTime(Backend backend) throws Exception {
        OperatorSubtaskState snapshot = backend.written(0, MANY);

        assertThatThrownBy(() -> backend.run(ONE_NEW, AT_ONCE, snapshot))
                .hasStackTraceContaining(LOST)
                .hasStackTraceContaining("key=switched " + ODD);
    }

    /** Transactions that do not find it begin it anew, so that a look-up finds it again. */
    @ParameterizedTest
    @EnumSource(names = "ROCKSDB")
    void otherwiseItIsNoticedLaterWhateverTransactionsDo(Backend backend) throws Exception {
        OperatorSubtaskState snapshot = backend.written(0, MANY);

        try (RestoredRun run = backend.run(ONE_NEW, LATER, snapshot)) {
            run.write(0, ODD, 1L);
            run.write(0, MANY + 1, 1L);
            for (long key = 0; key < ODD; key += 2) {
                run.write(0, key, null);
            }
            assertThatThrownBy(() -> passTime(run)).hasStackTraceContaining(LOST);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "ROCKSDB")
    void deletedKeysAreNotMissed(Backend backend) throws Exception {
        OperatorSubtaskState snapshot = backend.written(0, MANY);

        try (RestoredRun run = backend.run(OLD, LATER, snapshot)) {
            for (long key = 0; key < MANY; key += 2) {
                run.write(0, key, null);
            }
            assertThatCode(() -> passTime(run)).doesNotThrowAnyException();
        }
    }

    /** Passes enough time for all keys, a millisecond of work in each hundredth of a second. */
    private static void passTime(RestoredRun run) throws Exception {
        for (long nowMs = 0; nowMs < 10_000; nowMs++) {
            run.passTime(nowMs);
        }
    }
}
