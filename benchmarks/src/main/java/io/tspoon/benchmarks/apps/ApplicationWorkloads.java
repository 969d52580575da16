/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The workloads of TStream (section VI), of S-Store (4.1.1), and Linear Road's toll query. */
public final class ApplicationWorkloads {
    private static final String HEAP = "hashmap";
    private static final String RATIO = "x plain";
    private static final String SERIAL = "serial";
    private static final double SKEW = 0.6;
    private static final double TOLL_SKEW = 0.2;
    private static final List<Double> SKEWS = List.of(0.0, SKEW, 1.0);
    private static final List<Guarantee> ENTRY_ORDER =
            List.of(
                    new Guarantee(ConcurrencyControl.LOCK_BASED, IsolationLevel.PL4),
                    new Guarantee(ConcurrencyControl.TIMESTAMP_BASED, IsolationLevel.PL4));

    /** Partitions know no chains. */
    private static final List<Guarantee> ATTEMPTS =
            List.of(
                    new Guarantee(ConcurrencyControl.LOCK_BASED, IsolationLevel.PL3),
                    new Guarantee(ConcurrencyControl.TIMESTAMP_BASED, IsolationLevel.PL3));

    private static final List<Guarantee> SERIALIZABLE =
            List.of(ATTEMPTS.get(0), ATTEMPTS.get(1), Guarantee.CHAINS);

    private static final int PERCENT = 100;
    private static final int PHONES = 1_000_000;
    private static final int REMOVE_EVERY = 20_000;
    private static final int EXPRESSWAYS = 4;
    private static final int DRIVERS = 10_000;

    private ApplicationWorkloads() {}

    /** In the order of their ids; {@link #linearRoad} comes after those of others. */
    public static List<Workload> all() {
        return List.of(
                new Workload(
                        "B-GS",
                        "Grep and Sum: ten keys.",
                        RATIO,
                        grepSum(),
                        logged("-reads0", new GrepSum(0, SKEW))),
                new Workload("B-SL", "Streaming Ledger.", RATIO, ledger()),
                new Workload(
                        "B-OB",
                        "Online Bidding.",
                        RATIO,
                        bidding(),
                        logged("", new OnlineBidding(SKEW))),
                new Workload("B-TP", "Toll Processing.", RATIO, toll()),
                new Workload("C", "Leaderboard: votes in order.", "x serial", leaderboard()));
    }

    /** S-Store's micro-benchmark of windows. */
    public static Workload windows() {
        String none = "none";
        List<Configuration> all = new ArrayList<>();
        for (SlidingSums.Kind kind : SlidingSums.Kind.values()) {
            String name = kind.name().toLowerCase(Locale.ROOT);
            Application sums = new SlidingSums(Board.RECENT, kind);
            all.add(ordered(name, sums, false, none));
            if (kind != SlidingSums.Kind.NONE) {
                all.add(ordered(name + "-log", sums, true, none));
            }
        }
        return new Workload("G2", "Windows of 100 that slide by one.", "x none", all);
    }

    private static Configuration ordered(
            String name, Application application, boolean isLogged, String baseline) {
        return configuration(
                        name,
                        new MeasuredApplication(application, ENTRY_ORDER.get(1), isLogged),
                        baseline)
                .withParallelism(1);
    }

    /** Linear Road. */
    public static Workload linearRoad() {
        LinearRoad road = new LinearRoad(new RoadTraffic(EXPRESSWAYS, DRIVERS));
        Application partitioned = new PartitionedLinearRoad(road);
        List<Configuration> all = new ArrayList<>();
        all.add(inOrder(SERIAL, road, null));
        for (Guarantee guarantee : ENTRY_ORDER) {
            all.add(inOrder(guarantee.label(), road, guarantee));
            all.add(inOrder(guarantee.label() + "-partition", partitioned, guarantee));
        }
        return new Workload("F", "Linear Road: tolls in order.", "x serial", all);
    }

    private static List<Configuration> grepSum() {
        List<Configuration> all = new ArrayList<>();
        for (double reads : List.of(0.0, 0.5, 1.0)) {
            add(all, "-reads" + Math.round(reads * PERCENT), new GrepSum(reads, SKEW));
        }
        add(all, "-skew0", new GrepSum(1.0 / 2, 0));
        add(all, "-skew100", new GrepSum(1.0 / 2, 1));
        return all;
    }

    private static List<Configuration> ledger() {
        List<Configuration> all = new ArrayList<>();
        for (double skew : SKEWS) {
            add(all, "-skew" + Math.round(skew * PERCENT), new StreamingLedger(skew));
        }
        return all;
    }

    private static List<Configuration> bidding() {
        List<Configuration> all = new ArrayList<>();
        add(all, "", new OnlineBidding(SKEW));
        return all;
    }

    /** With a log, beside the same without one. */
    private static List<Configuration> logged(String suffix, Application application) {
        List<Configuration> all = new ArrayList<>();
        for (Guarantee guarantee : SERIALIZABLE) {
            String name = guarantee.label() + suffix;
            all.add(
                    configuration(
                            name + "-log",
                            new MeasuredApplication(application, guarantee, true),
                            name));
        }
        return all;
    }

    private static List<Configuration> toll() {
        List<Configuration> all = new ArrayList<>();
        add(all, "", new TollProcessing(TOLL_SKEW));
        addTransactions(all, "-same-key", new SegmentTolls(TOLL_SKEW));
        addTransactions(all, "-windows", new WindowedTolls(TOLL_SKEW), ATTEMPTS);
        return all;
    }

    /** As plain Flink, in one operator without parallelism, and as transactions in each way. */
    private static void add(List<Configuration> all, String suffix, TableApplication application) {
        addTransactions(all, suffix, application);
        all.add(
                configuration(
                        SERIAL + suffix,
                        new MeasuredApplication(new SerialApplication(application), null),
                        "plain" + suffix));
    }

    private static void addTransactions(
            List<Configuration> all, String suffix, Application application) {
        addTransactions(all, suffix, application, SERIALIZABLE);
    }

    private static void addTransactions(
            List<Configuration> all,
            String suffix,
            Application application,
            List<Guarantee> guarantees) {
        String plain = "plain" + suffix;
        all.add(configuration(plain, new MeasuredApplication(application, null), plain));
        for (Guarantee guarantee : guarantees) {
            all.add(
                    configuration(
                            guarantee.label() + suffix,
                            new MeasuredApplication(application, guarantee),
                            plain));
        }
    }

    private static List<Configuration> leaderboard() {
        Application application = new Leaderboard(PHONES, REMOVE_EVERY);
        List<Configuration> all = new ArrayList<>();
        all.add(inOrder(SERIAL, application, null));
        for (Guarantee guarantee : ENTRY_ORDER) {
            all.add(inOrder(guarantee.label(), application, guarantee));
            all.add(partitioned(guarantee, "-partition", 1, 1).withParallelism(1));
            all.add(windowed(guarantee, "-windows", false));
            all.add(windowed(guarantee, "-windows-log", true));
            all.add(partitioned(guarantee, "-four-shows", 2, 2).withParallelism(2));
        }
        return all;
    }

    /** One source, so that all events have one order. */
    private static Configuration inOrder(
            String name, Application application, @Nullable Guarantee guarantee) {
        return configuration(name, new MeasuredApplication(application, guarantee), SERIAL)
                .withParallelism(1);
    }

    /** One procedure for each vote, with the last votes in a window. */
    private static Configuration windowed(Guarantee guarantee, String suffix, boolean isLogged) {
        Application votes = new WindowedLeaderboard(new Leaderboard(PHONES, REMOVE_EVERY));
        return configuration(
                        guarantee.label() + suffix,
                        new MeasuredApplication(votes, guarantee, isLogged),
                        SERIAL)
                .withParallelism(1);
    }

    /** One procedure for each vote. */
    private static Configuration partitioned(
            Guarantee guarantee, String suffix, int shows, int sources) {
        Leaderboard votes = new Leaderboard(PHONES, REMOVE_EVERY);
        return configuration(
                guarantee.label() + suffix,
                new MeasuredApplication(
                        new PartitionedLeaderboard(votes, shows, sources), guarantee),
                SERIAL);
    }

    private static Configuration configuration(
            String name, MeasuredApplication subject, String baseline) {
        return new Configuration(name, subject, HEAP, baseline, 0, Mix.TRANSFERS);
    }
}
