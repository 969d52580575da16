/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.BusyWork;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Topology;
import io.tspoon.benchmarks.measure.Topology.Arrangement;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Banks that are right for as long as the bounded check lasts, and go wrong when they are timed.
 */
class TimedAuditITCase {
    private static final RoundSettings SETTINGS =
            new RoundSettings(1, 2, 1, 2, 1_000, false, false, null, null, 0);

    private static final TransactionalBank BANK =
            new TransactionalBank(
                    new Guarantee(ConcurrencyControl.TIMESTAMP_BASED, IsolationLevel.PL3));

    @Test
    void moneyThatIsLostLateFailsTheBenchmark() {
        MapFunction<Transfer, Transfer> losing =
                transfer ->
                        new Transfer(
                                transfer.source(),
                                Transfer.NOBODY,
                                transfer.amount(),
                                transfer.start());

        assertThatThrownBy(() -> run(new LateFault(BANK, losing)))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("Cannot trust the timed run of late: money is not conserved");
    }

    @Test
    void otherTransfersThanThoseOfTheInputFailTheBenchmark() {
        assertThatThrownBy(() -> run(new LateFault(BANK, TimedAuditITCase::exchanged)))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("balances are not what the transfers leave");
    }

    @ParameterizedTest
    @MethodSource("oneByOne")
    void operatorsWithoutTspoonAreCheckedToo(OneByOneBank bank) {
        assertThatThrownBy(() -> run(new LateFault(bank, TimedAuditITCase::exchanged)))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("balances are not what the transfers leave");
    }

    /** What others are compared with. */
    @ParameterizedTest
    @MethodSource("plain")
    void plainFlinkIsCheckedToo(PlainBank bank) {
        assertThatThrownBy(() -> run(new LateFaultInPlain(bank, TimedAuditITCase::exchanged)))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("balances are not what the transfers leave");
    }

    private static List<PlainBank> plain() {
        return List.of(
                new PlainBank(new Topology(Arrangement.CHAIN, 2), BusyWork.NONE),
                new PlainBank(new Topology(Arrangement.PARALLEL, 2), BusyWork.NONE));
    }

    private static List<OneByOneBank> oneByOne() {
        return List.of(new SerialBank(), new SerialArrayBank(), new IndependentBanks());
    }

    private static Transfer exchanged(Transfer transfer) {
        return new Transfer(
                transfer.destination(), transfer.source(), transfer.amount(), transfer.start());
    }

    private static Round run(Bank bank) {
        Configuration late = new Configuration("late", bank, "hashmap", "late", 0, Mix.TRANSFERS);
        return bank.run(late, SETTINGS);
    }

    private static DataStream<Transfer> late(
            DataStream<Transfer> transfers, MapFunction<Transfer, Transfer> fault) {
        return transfers
                .map(
                        transfer ->
                                transfer.start() > RoundSettings.VERIFIED_TRANSFERS
                                                && transfer.start() % 1_000 == 0
                                        ? fault.map(transfer)
                                        : transfer)
                .returns(Transfer.TYPE);
    }

    private record LateFaultInPlain(PlainBank bank, MapFunction<Transfer, Transfer> fault)
            implements Bank {
        @Override
        public void build(DataStream<Transfer> transfers, Run run) {
            bank.build(late(transfers, fault), run);
        }

        @Override
        public @Nullable Auditable audited(String name, Load load) {
            return bank.audited(name, load);
        }

        @Override
        public int resultsPerElement() {
            return bank.resultsPerElement();
        }
    }

    /**
     * A bank behind a function that changes some transfers after the number that is checked.
     *
     * @param bank that does as it is told
     * @param fault what becomes of a transfer
     */
    private record LateFault(VerifiedBank bank, MapFunction<Transfer, Transfer> fault)
            implements VerifiedBank {
        @Override
        public void build(DataStream<Transfer> transfers, Run run) {
            bank.build(late(transfers, fault), run);
        }

        @Override
        public void buildKept(DataStream<Transfer> transfers, Run run) {
            bank.buildKept(transfers, run);
        }

        @Override
        public Verified verify(BankRunner.Checked run, List<Object> kept) {
            return bank.verify(run, kept);
        }

        @Override
        public Placement placement(Load load) {
            return bank.placement(load);
        }

        @Override
        public @Nullable Guarantee guarantee() {
            return bank.guarantee();
        }

        @Override
        public Topology topology() {
            return bank.topology();
        }
    }
}
