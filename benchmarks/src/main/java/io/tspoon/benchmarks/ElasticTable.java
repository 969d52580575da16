/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.Spread;
import io.tspoon.benchmarks.harness.TextTable;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Elasticity;
import io.tspoon.benchmarks.measure.Round;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** The table of changes of the parallelism: what each of them cost; for people. */
final class ElasticTable {
    private static final double MB = 1e6;

    private final Comparison comparison;

    ElasticTable(Comparison comparison) {
        this.comparison = comparison;
    }

    boolean isMeasured() {
        return comparison.configurations().stream().anyMatch(one -> !measured(one).isEmpty());
    }

    void print(PrintWriter out) {
        TextTable table =
                new TextTable(
                        "change",
                        "state, MB",
                        "silent, ms",
                        "min",
                        "max",
                        "full rate, ms",
                        "min",
                        "max");
        for (Configuration one : comparison.configurations()) {
            List<Elasticity> all = measured(one);
            for (int i = 0; !all.isEmpty() && i < all.get(0).changes().size(); i++) {
                int index = i;
                Spread bytes = spread(all, Elasticity::stateBytes);
                Spread silent = spread(all, it -> it.changes().get(index).silentMs());
                Spread full = spread(all, it -> it.changes().get(index).fullRateMs());
                table.add(
                        List.of(
                                one.name() + ", " + all.get(0).changes().get(i).name(),
                                text("%,.1f", bytes.median() / MB),
                                text("%,.0f", silent.median()),
                                text("%,.0f", silent.min()),
                                text("%,.0f", silent.max()),
                                text("%,.0f", full.median()),
                                text("%,.0f", full.min()),
                                text("%,.0f", full.max())));
            }
        }
        table.print(out);
    }

    private List<Elasticity> measured(Configuration one) {
        return comparison.rounds(one).stream()
                .map(Round::elasticity)
                .filter(Objects::nonNull)
                .toList();
    }

    private static Spread spread(List<Elasticity> all, ToDoubleFunction<Elasticity> figure) {
        List<Double> values = new ArrayList<>();
        all.forEach(one -> values.add(figure.applyAsDouble(one)));
        return Spread.of(values);
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
