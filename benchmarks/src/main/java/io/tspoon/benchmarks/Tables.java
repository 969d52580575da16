/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.Spread;
import io.tspoon.benchmarks.harness.TextTable;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Latency;
import io.tspoon.benchmarks.measure.Reads;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.Throughput;
import io.tspoon.benchmarks.measure.Workload;

import org.jspecify.annotations.Nullable;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The report for people: medians, with lowest and highest where they matter most. */
final class Tables {
    private static final Function<Spread, Double> MEDIAN = Spread::median;

    /** From here on other processes are worth a warning. */
    private static final double NOISE_CPUS = 0.1;

    private final Workload workload;
    private final Comparison comparison;

    Tables(Workload workload, Comparison comparison) {
        this.workload = workload;
        this.comparison = comparison;
    }

    void print(PrintWriter out) {
        LogTables logs = new LogTables(comparison);
        out.println();
        ElasticTable elastic = new ElasticTable(comparison);
        if (elastic.isMeasured()) {
            elastic.print(out);
        } else if (logs.isOfRecovery()) {
            logs.printRecovery(out);
        } else {
            throughput().print(out);
        }
        if (comparison.configurations().stream().anyMatch(this::hasLatency)) {
            out.println();
            latency().print(out);
        }
        if (comparison.configurations().stream().anyMatch(this::hasReads)) {
            out.println();
            reads().print(out);
        }
        if (comparison.configurations().stream().anyMatch(one -> sustainable(one) != null)) {
            out.println();
            sustainable().print(out);
        }
        logs.printUse(out);
        out.println();
        if (!workload.paper().isEmpty()) {
            out.println("To set beside, on other machines: " + workload.paper() + ".");
        }
        warnOfNoise(out);
        comparison
                .skipped()
                .forEach((name, reason) -> out.println("SKIPPED " + name + ": " + reason));
        comparison
                .failures()
                .forEach((name, reason) -> out.println("FAILED " + name + ": " + reason));
    }

    private TextTable throughput() {
        TextTable table =
                new TextTable(
                        "throughput",
                        "per second",
                        "min",
                        "max",
                        workload.ratio(),
                        "min",
                        "max",
                        "CPUs",
                        "per CPU s",
                        workload.ratio(),
                        "retries %",
                        "GC %",
                        "bytes each",
                        "slowest s",
                        "aborted %");
        for (Configuration one : comparison.configurations()) {
            Spread rate = comparison.throughput(one, Throughput::perSecond);
            Spread ratio = comparison.ratio(one, Throughput::perSecond);
            table.add(
                    List.of(
                            one.name(),
                            whole(rate, MEDIAN),
                            whole(rate, Spread::min),
                            whole(rate, Spread::max),
                            text("%.2f", ratio, MEDIAN),
                            text("%.2f", ratio, Spread::min),
                            text("%.2f", ratio, Spread::max),
                            text("%.2f", comparison.throughput(one, Throughput::cpus), MEDIAN),
                            whole(comparison.throughput(one, Throughput::perCpuSecond), MEDIAN),
                            text("%.2f", comparison.ratio(one, Throughput::perCpuSecond), MEDIAN),
                            percent(one, Throughput::retriesPerTransfer),
                            percent(one, Throughput::gcShare),
                            whole(
                                    comparison.isOneSpan(one)
                                            ? comparison.throughput(
                                                    one, Throughput::bytesPerTransfer)
                                            : null,
                                    MEDIAN),
                            whole(
                                    comparison.throughput(one, Throughput::slowestSlice),
                                    Spread::min),
                            percent(one, Throughput::abortedShare)));
        }
        return table;
    }

    private TextTable latency() {
        TextTable table =
                new TextTable(
                        "latency, ms",
                        "idle p50",
                        "p99",
                        "p99.9",
                        "max",
                        "loaded at /s",
                        "p50",
                        "p99",
                        "p99.9",
                        "max",
                        "recorded %");
        for (Configuration one : comparison.configurations()) {
            table.add(
                    List.of(
                            one.name(),
                            ms(one, Round::idle, Latency::p50Ms),
                            ms(one, Round::idle, Latency::p99Ms),
                            ms(one, Round::idle, Latency::p999Ms),
                            ms(one, Round::idle, Latency::maxMs),
                            whole(
                                    comparison.latency(
                                            one, Round::loaded, Latency::offeredPerSecond),
                                    MEDIAN),
                            ms(one, Round::loaded, Latency::p50Ms),
                            ms(one, Round::loaded, Latency::p99Ms),
                            ms(one, Round::loaded, Latency::p999Ms),
                            ms(one, Round::loaded, Latency::maxMs),
                            text(
                                    "%.1f",
                                    comparison.latency(
                                            one,
                                            Round::loaded,
                                            loaded -> 100 * loaded.recordedShare()),
                                    Spread::min)));
        }
        return table;
    }

    private TextTable reads() {
        TextTable table =
                new TextTable("reads beside", "per second", "min", "max", "p50, ms", "p99, ms");
        for (Configuration one : comparison.configurations()) {
            Spread rate = reads(one, Reads::perSecond);
            table.add(
                    List.of(
                            one.name(),
                            whole(rate, MEDIAN),
                            whole(rate, Spread::min),
                            whole(rate, Spread::max),
                            text("%.3f", reads(one, Reads::p50Ms), MEDIAN),
                            text("%.3f", reads(one, Reads::p99Ms), MEDIAN)));
        }
        return table;
    }

    private @Nullable Spread reads(Configuration one, ToDoubleFunction<Reads> figure) {
        return comparison.figure(
                one, round -> round.reads() == null ? null : figure.applyAsDouble(round.reads()));
    }

    private TextTable sustainable() {
        TextTable table = new TextTable("sustainable", "transfers/s", "min", "max", "until, ms");
        for (Configuration one : comparison.configurations()) {
            Spread rate = sustainable(one);
            table.add(
                    List.of(
                            one.name(),
                            whole(rate, MEDIAN),
                            whole(rate, Spread::min),
                            whole(rate, Spread::max),
                            text(
                                    "%.2f",
                                    comparison.figure(
                                            one,
                                            round ->
                                                    round.sustainable() == null
                                                            ? null
                                                            : round.sustainable().limitMs()),
                                    MEDIAN)));
        }
        return table;
    }

    private @Nullable Spread sustainable(Configuration one) {
        return comparison.figure(
                one, round -> round.sustainable() == null ? null : round.sustainable().perSecond());
    }

    private void warnOfNoise(PrintWriter out) {
        double highest = 0;
        for (Configuration one : comparison.configurations()) {
            Spread others = comparison.throughput(one, Throughput::cpusOfOthers);
            highest = Math.max(highest, others == null ? 0 : others.max());
        }
        if (highest > NOISE_CPUS) {
            out.printf(
                    Locale.ROOT,
                    "Other processes used up to %.2f processors meanwhile: trust the figures per"
                            + " CPU second more than those per second.%n",
                    highest);
        }
    }

    private boolean hasLatency(Configuration one) {
        return comparison.latency(one, Round::idle, Latency::p50Ms) != null;
    }

    private boolean hasReads(Configuration one) {
        return reads(one, Reads::perSecond) != null;
    }

    private String percent(Configuration one, ToDoubleFunction<Throughput> share) {
        return text("%.2f", comparison.throughput(one, t -> 100 * share.applyAsDouble(t)), MEDIAN);
    }

    private String ms(
            Configuration one,
            Function<Round, @Nullable Latency> which,
            ToDoubleFunction<Latency> figure) {
        return text("%.3f", comparison.latency(one, which, figure), MEDIAN);
    }

    private static String whole(@Nullable Spread spread, Function<Spread, Double> part) {
        return text("%,.0f", spread, part);
    }

    private static String text(
            String format, @Nullable Spread spread, Function<Spread, Double> part) {
        return spread == null ? "-" : String.format(Locale.ROOT, format, part.apply(spread));
    }
}
