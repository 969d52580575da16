/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.measure.BusyWork;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.Told;
import io.tspoon.benchmarks.measure.Topology;
import io.tspoon.benchmarks.measure.Topology.Arrangement;
import io.tspoon.benchmarks.measure.Workload;
import io.tspoon.rocksdb.KeptFilesBackendFactory;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The workloads of the bank; the numbers are those of TSpoon's evaluation (section 5). */
public final class BankWorkloads {
    private static final String HEAP = "hashmap";
    private static final String ROCKSDB = "rocksdb";
    private static final String KEPT = KeptFilesBackendFactory.class.getName();
    private static final String SERIAL = "serial";
    private static final String PLAIN_HEAP = "plain-heap";
    private static final String PLAIN_ROCKSDB = "plain-rocksdb";

    private static final Guarantee TB_PL2 = timestamps(IsolationLevel.PL2);
    private static final Guarantee TB_PL3 = timestamps(IsolationLevel.PL3);
    private static final Guarantee TB_PL4 = timestamps(IsolationLevel.PL4);
    private static final Guarantee LB_PL2 = locks(IsolationLevel.PL2);
    private static final Guarantee LB_PL3 = locks(IsolationLevel.PL3);
    private static final Guarantee LB_PL4 = locks(IsolationLevel.PL4);

    /** With locks PL2 is PL3, so it is left out where many configurations are run. */
    private static final List<Guarantee> DISTINCT =
            List.of(TB_PL2, TB_PL3, TB_PL4, LB_PL3, LB_PL4, Guarantee.CHAINS);

    private static final List<Integer> STATES = List.of(1, 2, 4, 8);
    private static final List<Integer> PERCENTAGES = List.of(0, 25, 50, 75, 100);
    private static final double PERCENT = 100;

    /** Not a bank: run it to see that the source is not what limits the others. */
    private static final Configuration SOURCE_ONLY =
            new Configuration("source-only", new SourceOnly(), HEAP, PLAIN_HEAP, 0, Mix.TRANSFERS);

    private static final List<Workload> ALL =
            List.of(
                    new Workload(
                            "A1", "Transfers beside plain Flink.", "x plain", a1(), a1IfAsked()),
                    new Workload("A2", "Share of requests for one account.", "x 0 %", a2()),
                    new Workload("A3", "Isolation levels and mechanisms.", "x PL3", a3()),
                    new Workload("A4", "States one after the other.", "x plain", a4()),
                    new Workload(
                            "A5",
                            "States side by side.",
                            "x plain",
                            stateful(
                                    "parallel", Arrangement.PARALLEL, Arrangement.PARALLEL_GRAPHS)),
                    new Workload("A6", "Number of accounts.", "x 100k", a6()),
                    new Workload("A7", "Busy work in each access.", "x plain", a7()),
                    new Workload("A8", "Share of transfers that must abort.", "x 0 %", a8()),
                    new Workload(
                            "A10", "Write-ahead log off and on.", "x off", a10(), a10IfAsked()),
                    new Workload("A11", "Recovery from a write-ahead log.", "x 100k", a11()),
                    new Workload("A12", "Parallelism, on as many processors.", "x p1", a12()),
                    new Workload("A13", "Few accounts, a third aborts.", "x dt", a13()),
                    new Workload("A14", "One function for both accounts.", "x one each", a14()),
                    new Workload("A15", "Several entrances.", "x one input", a15()),
                    new Workload("A16", "Filling a state.", "x plain", a16()),
                    new Workload("A17", "Timers.", "x none", a17()));

    private BankWorkloads() {}

    /** In the order of their ids. */
    public static List<Workload> all() {
        return ALL;
    }

    /** Comes behind those of queries. */
    public static Workload batches() {
        return new Workload("A19", "Batches on one record.", "x one by one", a19());
    }

    private static List<Configuration> a1() {
        Bank tb = new TransactionalBank(TB_PL3);
        Bank lb = new TransactionalBank(LB_PL3);
        Bank dt = new TransactionalBank(Guarantee.CHAINS);
        return List.of(
                transfers(PLAIN_HEAP, new PlainBank(), HEAP, PLAIN_HEAP, 0),
                transfers("serial-heap", new SerialBank(), HEAP, PLAIN_HEAP, 0),
                transfers("serial-array", new SerialArrayBank(), HEAP, PLAIN_HEAP, 0),
                transfers("tspoon-tb-heap", tb, HEAP, PLAIN_HEAP, 0),
                transfers("tspoon-lb-heap", lb, HEAP, PLAIN_HEAP, 0),
                transfers("tspoon-dt-heap", dt, HEAP, PLAIN_HEAP, 0),
                transfers(PLAIN_ROCKSDB, new PlainBank(), ROCKSDB, PLAIN_ROCKSDB, 0),
                transfers("tspoon-tb-rocksdb", tb, ROCKSDB, PLAIN_ROCKSDB, 0),
                transfers("tspoon-lb-rocksdb", lb, ROCKSDB, PLAIN_ROCKSDB, 0),
                transfers("memory-loop", new MemoryLoop(), HEAP, PLAIN_HEAP, 0));
    }

    private static List<Configuration> a1IfAsked() {
        return List.of(
                SOURCE_ONLY,
                telling("tspoon-tb-aborted-inputs", Told.ABORTED_INPUTS, "tspoon-tb-heap"),
                telling("tspoon-tb-inputs", Told.INPUTS, "tspoon-tb-heap"),
                telling("tspoon-tb-no-time", Told.NO_TIME, "tspoon-tb-no-time"),
                telling("tspoon-tb-time", Told.TIME, "tspoon-tb-no-time"),
                checkpointed("tspoon-tb-rocksdb-checkpoints", ROCKSDB),
                checkpointed("tspoon-tb-rocksdb-kept", KEPT),
                checkpointed("tspoon-tb-heap-checkpoints", HEAP));
    }

    /** With checkpoints at full rate; accounts change all the time, so each has them all. */
    private static Configuration checkpointed(String name, String backend) {
        Bank bank = new CheckpointedBank(new TransactionalBank(TB_PL3));
        return transfers(name, bank, backend, "tspoon-tb-rocksdb-checkpoints", 0);
    }

    private static Configuration telling(String name, Told told, String baseline) {
        Bank bank =
                new TransactionalBank(
                        TB_PL3, Topology.ONE_STATE, BusyWork.NONE, false, Logging.NONE, told);
        return transfers(name, bank, HEAP, baseline, 0);
    }

    private static List<Configuration> a2() {
        List<Configuration> all = new ArrayList<>();
        for (Guarantee guarantee : List.of(TB_PL3, LB_PL3)) {
            String name = guarantee.label() + "-single";
            for (int percent : PERCENTAGES) {
                Mix mix = new Mix(percent / PERCENT, 0);
                Bank bank = new TransactionalBank(guarantee);
                all.add(new Configuration(name + percent, bank, HEAP, name + 0, 0, mix));
            }
        }
        return all;
    }

    private static List<Configuration> a3() {
        List<Configuration> all = new ArrayList<>();
        for (Guarantee guarantee : List.of(TB_PL2, TB_PL3, TB_PL4, LB_PL2, LB_PL3, LB_PL4)) {
            String base = new Guarantee(guarantee.control(), IsolationLevel.PL3).label();
            Bank bank = new TransactionalBank(guarantee);
            all.add(transfers(guarantee.label(), bank, HEAP, base, 0));
        }
        Bank chains = new TransactionalBank(Guarantee.CHAINS);
        all.add(transfers(Guarantee.CHAINS.label(), chains, HEAP, TB_PL3.label(), 0));
        all.add(transfers(SERIAL, new SerialBank(), HEAP, TB_PL3.label(), 0));
        return all;
    }

    private static List<Configuration> a4() {
        List<Configuration> all = stateful("chain", Arrangement.CHAIN, Arrangement.CHAIN_OF_GRAPHS);
        for (int states : STATES) {
            if (states > 1) {
                Topology topology = new Topology(Arrangement.SAME_KEY, states);
                String plain = "plain-same-key-" + states;
                Bank same = arranged(topology);
                all.add(transfers(plain, new PlainBank(topology, BusyWork.NONE), HEAP, plain, 0));
                all.add(transfers("same-key-" + states, same, HEAP, plain, 0));
            }
        }
        return all;
    }

    private static List<Configuration> stateful(
            String name, Arrangement oneGraph, Arrangement manyGraphs) {
        List<Configuration> all = new ArrayList<>();
        for (int states : STATES) {
            String plain = "plain-" + states;
            Topology one = new Topology(oneGraph, states);
            Topology many = new Topology(manyGraphs, states);
            all.add(transfers(plain, new PlainBank(one, BusyWork.NONE), HEAP, plain, 0));
            all.add(transfers(name + "-" + states, arranged(one), HEAP, plain, 0));
            if (states > 1) {
                all.add(transfers("graphs-" + states, arranged(many), HEAP, plain, 0));
            }
        }
        return all;
    }

    private static Bank arranged(Topology topology) {
        return new TransactionalBank(TB_PL3, topology, BusyWork.NONE, false);
    }

    private static List<Configuration> a6() {
        List<Configuration> all = new ArrayList<>();
        for (Guarantee guarantee : DISTINCT) {
            all.addAll(ofAccounts(guarantee.label(), new TransactionalBank(guarantee)));
        }
        all.addAll(ofAccounts(SERIAL, new SerialBank()));
        return all;
    }

    private static List<Configuration> ofAccounts(String label, Subject bank) {
        return Stream.of(100_000, 10_000, 1_000, 100, 10)
                .map(one -> transfers(label + "-" + one, bank, HEAP, label + "-100000", one))
                .toList();
    }

    private static List<Configuration> a7() {
        List<Configuration> all = new ArrayList<>();
        for (int ms : List.of(0, 5, 15, 30)) {
            BusyWork work = new BusyWork(ms);
            String suffix = "-" + ms + "ms";
            String base = "plain" + suffix;
            all.add(transfers(base, new PlainBank(Topology.ONE_STATE, work), HEAP, base, 0));
            for (Guarantee guarantee : DISTINCT) {
                Bank bank = new TransactionalBank(guarantee, Topology.ONE_STATE, work, false);
                all.add(transfers(guarantee.label() + suffix, bank, HEAP, base, 0));
            }
            all.add(transfers(SERIAL + suffix, new SerialBank(work), HEAP, base, 0));
        }
        return all;
    }

    private static List<Configuration> a8() {
        List<Configuration> all = new ArrayList<>();
        for (Guarantee guarantee : List.of(TB_PL3, LB_PL3, Guarantee.CHAINS)) {
            Bank bank = new TransactionalBank(guarantee, Topology.ONE_STATE, BusyWork.NONE, true);
            all.addAll(aborting(guarantee.label(), bank));
        }
        all.addAll(aborting(SERIAL, new SerialBank()));
        return all;
    }

    private static List<Configuration> aborting(String label, Subject bank) {
        List<Configuration> all = new ArrayList<>();
        for (int percent : PERCENTAGES) {
            String name = label + "-abort";
            Mix mix = new Mix(0, percent / PERCENT);
            all.add(new Configuration(name + percent, bank, HEAP, name + 0, 0, mix));
        }
        return all;
    }

    private static List<Configuration> a10() {
        List<Configuration> all = new ArrayList<>();
        for (Guarantee guarantee : List.of(TB_PL3, LB_PL3)) {
            all.addAll(offAndOn(guarantee));
        }
        return all;
    }

    private static List<Configuration> offAndOn(Guarantee guarantee) {
        String off = guarantee.label() + "-off";
        String on = guarantee.label() + "-on";
        return List.of(
                transfers(off, logging(guarantee, Logging.OFF), HEAP, off, 0),
                transfers(on, logging(guarantee, Logging.BY_KEY), HEAP, off, 0));
    }

    private static List<Configuration> a10IfAsked() {
        List<Configuration> all = new ArrayList<>();
        for (Guarantee guarantee : List.of(TB_PL3, LB_PL3)) {
            Bank bank = logging(guarantee, Logging.BY_CONTENT);
            String off = guarantee.label() + "-off";
            all.add(transfers(guarantee.label() + "-content", bank, HEAP, off, 0));
        }
        all.addAll(offAndOn(Guarantee.CHAINS));
        all.add(transfers(SERIAL, new SerialBank(), HEAP, "dt-off", 0));
        return all;
    }

    private static Bank logging(Guarantee guarantee, Logging logging) {
        return new TransactionalBank(guarantee, Topology.ONE_STATE, BusyWork.NONE, false, logging);
    }

    private static List<Configuration> a11() {
        List<Configuration> all = new ArrayList<>();
        for (int accounts : List.of(100_000, 1_000_000)) {
            for (int thousands : List.of(6, 60, 600)) {
                String suffix = "-" + thousands + "k";
                String name = "accounts-" + accounts + suffix;
                Bank bank = new RecoveringBank(TB_PL3, thousands * 1_000);
                all.add(transfers(name, bank, HEAP, "accounts-100000" + suffix, accounts));
            }
        }
        return all;
    }

    /**
     * As many processors as slots, as in the paper; and a slot that has them all. The loop shows
     * what the machine itself gains by more processors.
     */
    private static List<Configuration> a12() {
        List<Configuration> all = new ArrayList<>();
        for (int parallelism :
                doubledUpTo(Math.max(2, Runtime.getRuntime().availableProcessors()))) {
            String suffix = "-p" + parallelism;
            Configuration loop =
                    transfers("loop" + suffix, new IndependentBanks(), HEAP, "loop-p1", 0)
                            .withParallelism(parallelism);
            all.add(loop.withProcessors(parallelism));
            for (Configuration one : ofParallelism(parallelism, suffix)) {
                all.add(one.withProcessors(parallelism));
            }
        }
        all.addAll(ofParallelism(1, "-p1-all"));
        return all;
    }

    /** Beside a function for each account. */
    private static List<Configuration> a14() {
        List<Configuration> all = new ArrayList<>();
        for (Guarantee guarantee : List.of(TB_PL3, TB_PL4, LB_PL3, Guarantee.CHAINS)) {
            for (int accounts : List.of(100_000, 100)) {
                TransactionalBank bank = new TransactionalBank(guarantee);
                String each = guarantee.label() + "-each-" + accounts;
                String both = guarantee.label() + "-both-" + accounts;
                all.add(transfers(each, bank, HEAP, each, accounts));
                all.add(transfers(both, new RoleBank(bank), HEAP, each, accounts));
            }
        }
        return all;
    }

    /**
     * Not in entry order: where there are several inputs, it is another one than that of the
     * source, by which results are verified.
     */
    private static List<Configuration> a15() {
        TransactionalBank bank = new TransactionalBank(TB_PL3);
        String one = TB_PL3.label() + "-one";
        List<Configuration> all = new ArrayList<>();
        all.add(transfers(one, bank, HEAP, one, 0));
        for (int entrances : List.of(1, 2, 4)) {
            String name = TB_PL3.label() + "-named-" + entrances;
            all.add(transfers(name, new EntranceBank(bank, entrances), HEAP, one, 0));
        }
        return all;
    }

    /** Timers that are set and fired, beside transactions that set none. */
    private static List<Configuration> a17() {
        List<Configuration> all = new ArrayList<>();
        for (Guarantee guarantee : List.of(TB_PL3, TB_PL4, Guarantee.CHAINS)) {
            String none = guarantee.label() + "-none";
            all.add(transfers(none, new TimerBank(guarantee, false), HEAP, none, 0));
            String timers = guarantee.label() + "-timers";
            all.add(transfers(timers, new TimerBank(guarantee, true), HEAP, none, 0));
        }
        return all;
    }

    /** Batches whose elements all write one record, beside transactions of one element. */
    private static List<Configuration> a19() {
        List<Configuration> all = new ArrayList<>();
        for (Guarantee guarantee : List.of(TB_PL3, LB_PL3, TB_PL4)) {
            String single = guarantee.label() + "-single";
            all.add(transfers(single, new BatchBank(guarantee, 0), HEAP, single, 0));
            for (int size : List.of(1, 10, 100, 1_000)) {
                String name = guarantee.label() + "-" + size;
                all.add(transfers(name, new BatchBank(guarantee, size), HEAP, single, 0));
            }
        }
        return all;
    }

    /** How fast a state is filled before the first transaction. */
    private static List<Configuration> a16() {
        AccountLoad plain = new AccountLoad(AccountLoad.Kind.PLAIN);
        AccountLoad load = new AccountLoad(AccountLoad.Kind.T_GRAPH);
        return List.of(
                filling(PLAIN_HEAP, plain, HEAP, PLAIN_HEAP),
                filling("load-heap", load, HEAP, PLAIN_HEAP),
                filling(PLAIN_ROCKSDB, plain, ROCKSDB, PLAIN_ROCKSDB),
                filling("load-rocksdb", load, ROCKSDB, PLAIN_ROCKSDB));
    }

    private static Configuration filling(
            String name, AccountLoad subject, String backend, String baseline) {
        return new Configuration(name, subject, backend, baseline, 0, Mix.TRANSFERS);
    }

    /** What follows on an abort, where many other transfers need the same accounts. */
    private static List<Configuration> a13() {
        List<Configuration> all = new ArrayList<>();
        for (int accounts : List.of(100, 10)) {
            String base = Guarantee.CHAINS.label() + "-" + accounts;
            for (Guarantee guarantee : List.of(Guarantee.CHAINS, TB_PL3, LB_PL3, TB_PL4)) {
                String name = guarantee.label() + "-" + accounts;
                Bank bank = new TransactionalBank(guarantee);
                all.add(new Configuration(name, bank, HEAP, base, accounts, Mix.POOR));
            }
            String serial = SERIAL + "-" + accounts;
            all.add(new Configuration(serial, new SerialBank(), HEAP, base, accounts, Mix.POOR));
        }
        return all;
    }

    /** 1, 2, 4 and so on; the number itself is the last one. */
    private static List<Integer> doubledUpTo(int most) {
        List<Integer> all = new ArrayList<>();
        for (int one = 1; one < most; one *= 2) {
            all.add(one);
        }
        all.add(most);
        return all;
    }

    private static List<Configuration> ofParallelism(int parallelism, String suffix) {
        List<Configuration> all = new ArrayList<>();
        all.add(transfers("plain" + suffix, new PlainBank(), HEAP, "plain-p1", 0));
        for (Guarantee guarantee : List.of(TB_PL3, LB_PL3, Guarantee.CHAINS)) {
            String label = guarantee.label();
            Bank bank = new TransactionalBank(guarantee);
            all.add(transfers(label + suffix, bank, HEAP, label + "-p1", 0));
        }
        all.add(transfers(SERIAL + suffix, new SerialBank(), HEAP, SERIAL + "-p1", 0));
        return all.stream().map(one -> one.withParallelism(parallelism)).toList();
    }

    private static Configuration transfers(
            String name, Subject subject, String stateBackend, String baseline, int accounts) {
        return new Configuration(name, subject, stateBackend, baseline, accounts, Mix.TRANSFERS);
    }

    private static Guarantee timestamps(IsolationLevel level) {
        return new Guarantee(ConcurrencyControl.TIMESTAMP_BASED, level);
    }

    private static Guarantee locks(IsolationLevel level) {
        return new Guarantee(ConcurrencyControl.LOCK_BASED, level);
    }
}
