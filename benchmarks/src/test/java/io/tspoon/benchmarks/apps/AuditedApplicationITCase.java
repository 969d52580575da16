/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.TransactionalStream;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Applications that go wrong when they are timed fail the benchmark. */
class AuditedApplicationITCase {
    private static final RoundSettings SETTINGS =
            new RoundSettings(1, 0.5, 1, 2, 1_000, false, false, null, null, 0);

    @Test
    void sumsAreChecked() {
        assertThatThrownBy(() -> run(new StreamingLedger(0.6), IsolationLevel.PL3))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining(
                        "Cannot trust the timed run of late: a record is not what the events"
                                + " leave");
    }

    @Test
    void lastWritesAreChecked() {
        assertThatThrownBy(() -> run(new GrepSum(0, 0), IsolationLevel.PL3))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("a record is not what an event leaves");
    }

    @Test
    void theOrderIsChecked() {
        assertThatThrownBy(() -> run(new Leaderboard(20_000, 500), IsolationLevel.PL4))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("a serial execution says otherwise");
    }

    @Test
    void operatorWithoutParallelismIsChecked() {
        assertThatThrownBy(() -> run(new Leaderboard(20_000, 500), (Guarantee) null))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("a serial execution says otherwise");
    }

    private static void run(Application application, IsolationLevel level) {
        run(application, new Guarantee(ConcurrencyControl.TIMESTAMP_BASED, level));
    }

    private static void run(Application application, @Nullable Guarantee guarantee) {
        MeasuredApplication measured =
                new MeasuredApplication(new LateFault(application), guarantee);
        Configuration late =
                new Configuration("late", measured, "hashmap", "late", 0, Mix.TRANSFERS)
                        .withParallelism(1);
        measured.run(late, SETTINGS);
    }

    /**
     * Takes one event for another one every now and then.
     *
     * @param application that does as it is told
     */
    private record LateFault(Application application) implements Application {
        private static final MapFunction<Tick, Tick> FAULT =
                tick ->
                        tick.number() > 0 && tick.number() % 100 == 0
                                ? new Tick(tick.number() + (1L << 50), tick.start())
                                : tick;

        @Override
        public DataStream<TransactionResult<Answer>> transactions(
                TransactionalStream<Tick> events) {
            return application.transactions(events.map(FAULT, Tick.TYPE));
        }

        @Override
        public void plain(DataStream<Tick> events, String meter, boolean timed) {
            application.plain(events.map(FAULT).returns(Tick.TYPE), meter, timed);
        }

        @Override
        public boolean isPlainSerial() {
            return application.isPlainSerial();
        }

        @Override
        public Oracle oracle() {
            return application.oracle();
        }

        @Override
        public long verifiedEvents() {
            return application.verifiedEvents();
        }

        @Override
        public long questions() {
            return application.questions();
        }

        @Override
        public FinalState finalState(FinalState.Found found) {
            return application.finalState(found);
        }
    }
}
