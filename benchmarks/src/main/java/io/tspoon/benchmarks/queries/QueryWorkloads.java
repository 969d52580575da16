/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.tspoon.benchmarks.bank.Indexed;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Workload;
import io.tspoon.benchmarks.queries.QueriedBank.Measured;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import java.util.ArrayList;
import java.util.List;

/** The workloads with queries; the numbers of keys are those of TSpoon's evaluation (Fig. 11). */
public final class QueryWorkloads {
    private static final String HEAP = "hashmap";
    private static final Guarantee TB_PL3 =
            new Guarantee(ConcurrencyControl.TIMESTAMP_BASED, IsolationLevel.PL3);
    private static final List<Integer> KEYS = List.of(1, 10, 100, 1_000);
    private static final int MANY_ACCOUNTS = 1_000_000;
    private static final String ONE_KEY = "keys-1";
    private static final String ALONE = "transfers-alone";
    private static final String MANY_ALONE = "transfers-1000k-alone";

    private QueryWorkloads() {}

    /** What indexes bring readers, and cost transfers. */
    public static Workload indexes() {
        String none = "transfers-no-index";
        List<Configuration> all =
                new ArrayList<>(
                        List.of(
                                indexed(
                                        none,
                                        Reading.NOTHING,
                                        Measured.TRANSFERS,
                                        none,
                                        Indexed.NOTHING,
                                        0),
                                indexed(
                                        "transfers-index-kept",
                                        Reading.NOTHING,
                                        Measured.TRANSFERS,
                                        none,
                                        Indexed.KEYS,
                                        0),
                                indexed(
                                        "transfers-index-changed",
                                        Reading.NOTHING,
                                        Measured.TRANSFERS,
                                        none,
                                        Indexed.BALANCES,
                                        0)));
        String scan = "equal-1000k-by-scan";
        for (Reading.Kind kind :
                List.of(Reading.Kind.EQUAL_BY_SCAN, Reading.Kind.EQUAL, Reading.Kind.HIGHEST)) {
            String name =
                    switch (kind) {
                        case EQUAL_BY_SCAN -> scan;
                        case EQUAL -> "equal-1000k";
                        default -> "top10-1000k";
                    };
            all.add(
                    indexed(
                            name,
                            Reading.indexed(kind),
                            Measured.READERS,
                            scan,
                            Indexed.BALANCES,
                            MANY_ACCOUNTS));
        }
        return new Workload(
                "A18",
                "Indexes: reads beside 1,000 transfers/s, and what they cost transfers.",
                "x without",
                all);
    }

    private static Configuration indexed(
            String name,
            Reading reading,
            Measured measured,
            String baseline,
            Indexed indexed,
            int accounts) {
        return new Configuration(
                name,
                new QueriedBank(TB_PL3, reading, measured, indexed),
                HEAP,
                baseline,
                accounts,
                Mix.TRANSFERS);
    }

    /** All of them. */
    public static List<Workload> all() {
        return List.of(
                new Workload(
                        "A9",
                        "Reads over HTTP beside 1,000 transfers/s, and what they cost transfers.",
                        "x baseline",
                        configurations(),
                        List.of(transfers("transfers-beside-scan", Reading.scan(), ALONE, 0))));
    }

    private static List<Configuration> configurations() {
        List<Configuration> all = new ArrayList<>();
        for (int keys : KEYS) {
            all.add(of("keys-" + keys, Reading.keys(keys), Measured.READERS, ONE_KEY, 0));
        }
        all.add(of("echo", Reading.keys(1), Measured.ECHO, ONE_KEY, 0));
        all.add(of("fresh-key", Reading.freshKey(), Measured.READERS, ONE_KEY, 0));
        all.add(transfers(ALONE, Reading.NOTHING, ALONE, 0));
        all.add(transfers("transfers-beside-reader", Reading.oneReader(), ALONE, 0));
        for (int keys : KEYS) {
            all.add(transfers("transfers-beside-keys-" + keys, Reading.keys(keys), ALONE, 0));
        }
        all.addAll(ofChains());
        all.add(transfers(MANY_ALONE, Reading.NOTHING, MANY_ALONE, MANY_ACCOUNTS));
        all.add(
                transfers(
                        "transfers-1000k-beside-scan", Reading.scan(), MANY_ALONE, MANY_ACCOUNTS));
        return all;
    }

    /** The same for chains, where a fresh read may wait for a horizon; not with each number. */
    private static List<Configuration> ofChains() {
        String prefix = Guarantee.CHAINS.label() + "-";
        String oneKey = prefix + ONE_KEY;
        String alone = prefix + ALONE;
        List<Configuration> all = new ArrayList<>();
        all.add(inChains(oneKey, Reading.keys(1), Measured.READERS, oneKey));
        all.add(inChains(prefix + "fresh-key", Reading.freshKey(), Measured.READERS, oneKey));
        all.add(inChains(alone, Reading.NOTHING, Measured.TRANSFERS, alone));
        for (int keys : List.of(1, 100)) {
            String name = prefix + "transfers-beside-keys-" + keys;
            all.add(inChains(name, Reading.keys(keys), Measured.TRANSFERS, alone));
        }
        return all;
    }

    private static Configuration inChains(
            String name, Reading reading, Measured measured, String baseline) {
        return of(Guarantee.CHAINS, name, reading, measured, baseline, 0);
    }

    private static Configuration transfers(
            String name, Reading reading, String baseline, int accounts) {
        return of(name, reading, Measured.TRANSFERS, baseline, accounts);
    }

    private static Configuration of(
            String name, Reading reading, Measured measured, String baseline, int accounts) {
        return of(TB_PL3, name, reading, measured, baseline, accounts);
    }

    private static Configuration of(
            Guarantee guarantee,
            String name,
            Reading reading,
            Measured measured,
            String baseline,
            int accounts) {
        return new Configuration(
                name,
                new QueriedBank(guarantee, reading, measured, Indexed.NOTHING),
                HEAP,
                baseline,
                accounts,
                Mix.TRANSFERS);
    }
}
