/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.Spread;
import io.tspoon.benchmarks.harness.TextTable;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Latency;
import io.tspoon.benchmarks.measure.LogUse;
import io.tspoon.benchmarks.measure.Recovery;
import io.tspoon.benchmarks.measure.Round;

import org.jspecify.annotations.Nullable;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** The tables of write-ahead logs: what they cost, and what they give back; for people. */
final class LogTables {
    private static final double MB = 1e6;

    private final Comparison comparison;

    LogTables(Comparison comparison) {
        this.comparison = comparison;
    }

    /** Whether recoveries were measured, and nothing else. */
    boolean isOfRecovery() {
        return comparison.configurations().stream()
                .anyMatch(one -> recovery(one, Recovery::recoveryMs) != null);
    }

    void printUse(PrintWriter out) {
        Set<String> fileSystems = fileSystems();
        if (fileSystems.isEmpty()) {
            return;
        }
        out.println();
        use().print(out);
        out.println("File system of the log: " + String.join(", ", fileSystems));
        if (fileSystems.stream().anyMatch(LogDirectory::isInMemory)) {
            out.println(
                    "It is in memory, where a sync is free: name a directory on a disk with"
                            + " --log-dir.");
        }
    }

    private TextTable use() {
        TextTable table =
                new TextTable(
                        "log",
                        "flushes/s",
                        "MB/s",
                        "transfers/flush",
                        "one sync, ms",
                        "idle p50 - sync",
                        "min",
                        "max");
        for (Configuration one : comparison.configurations()) {
            Spread beyond = comparison.figure(one, LogTables::idleBeyondSync);
            table.add(
                    List.of(
                            one.name(),
                            median("%,.0f", use(one, LogUse::flushesPerSecond)),
                            median("%.1f", use(one, use -> use.bytesPerSecond() / MB)),
                            median("%,.0f", use(one, LogUse::transfersPerFlush)),
                            median("%.3f", use(one, LogUse::syncMs)),
                            median("%.3f", beyond),
                            beyond == null ? "-" : text("%.3f", beyond.min()),
                            beyond == null ? "-" : text("%.3f", beyond.max())));
        }
        return table;
    }

    void printRecovery(PrintWriter out) {
        TextTable table =
                new TextTable(
                        "recovery",
                        "in log",
                        "MB",
                        "accounts",
                        "ms",
                        "min",
                        "max",
                        "transactions/s",
                        "first new, ms");
        for (Configuration one : comparison.configurations()) {
            Spread ms = recovery(one, Recovery::recoveryMs);
            table.add(
                    List.of(
                            one.name(),
                            median("%,.0f", recovery(one, Recovery::transactions)),
                            median("%.1f", recovery(one, it -> it.logBytes() / MB)),
                            median("%,.0f", recovery(one, Recovery::accounts)),
                            median("%,.0f", ms),
                            ms == null ? "-" : text("%,.0f", ms.min()),
                            ms == null ? "-" : text("%,.0f", ms.max()),
                            median("%,.0f", recovery(one, Recovery::perSecond)),
                            median("%,.0f", recovery(one, Recovery::firstNewMs))));
        }
        table.print(out);
    }

    private Set<String> fileSystems() {
        Set<String> all = new TreeSet<>();
        for (Configuration one : comparison.configurations()) {
            for (Round round : comparison.rounds(one)) {
                LogUse log = round.log();
                if (log != null) {
                    all.add(log.fileSystem());
                }
            }
        }
        return all;
    }

    /** What of the idle latency is not the disk's. */
    static @Nullable Double idleBeyondSync(Round round) {
        LogUse log = round.log();
        Latency idle = round.idle();
        return log == null || idle == null ? null : idle.p50Ms() - log.syncMs();
    }

    private @Nullable Spread use(Configuration one, ToDoubleFunction<LogUse> figure) {
        return comparison.figure(
                one, round -> round.log() == null ? null : figure.applyAsDouble(round.log()));
    }

    private @Nullable Spread recovery(Configuration one, ToDoubleFunction<Recovery> figure) {
        return comparison.figure(
                one,
                round -> round.recovery() == null ? null : figure.applyAsDouble(round.recovery()));
    }

    private static String median(String format, @Nullable Spread spread) {
        return spread == null ? "-" : text(format, spread.median());
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
