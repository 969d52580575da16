/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.anomalies;

import io.tspoon.testing.Combination;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What happened, at each level with each mechanism, as the table in {@code docs/isolation.md}. */
final class AnomalyTable {
    private static final Path PAGE = Path.of("..", "docs", "isolation.md");
    private static final Path FRESH = Path.of("target", "anomalies.md");
    private static final String BEGIN = "<!-- anomalies:begin -->\n";
    private static final String END = "<!-- anomalies:end -->";
    private static final boolean UPDATE = Boolean.getBoolean("tspoon.anomalies.update");

    private static final int CONTROLS = Combination.mechanismsForAnyShape().size();

    private final Map<IsolationLevel, Map<ConcurrencyControl, Set<Anomaly>>> happened =
            new EnumMap<>(IsolationLevel.class);
    private @Nullable Set<Anomaly> inChains;

    void observed(IsolationLevel level, ConcurrencyControl control, Set<Anomaly> anomalies) {
        happened.computeIfAbsent(level, any -> new EnumMap<>(ConcurrencyControl.class))
                .put(control, anomalies);
    }

    void observedInChains(Set<Anomaly> anomalies) {
        inChains = anomalies;
    }

    /** Whether all levels were tried with all mechanisms. */
    boolean isComplete() {
        return inChains != null
                && happened.size() == IsolationLevel.values().length
                && happened.values().stream().allMatch(tried -> tried.size() == CONTROLS);
    }

    /** Compares with the page, or updates it if the run asks for that. */
    void check() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        if (page.substring(from, to).equals(toString())) {
            return;
        }
        if (UPDATE) {
            Files.writeString(PAGE, page.substring(0, from) + this + page.substring(to));
            return;
        }
        Files.writeString(FRESH, toString());
        throw new AssertionError(
                "The table of anomalies differs from what happened, page="
                        + PAGE
                        + ", fresh="
                        + FRESH
                        + ". If the change is meant, run again with"
                        + " -Dtspoon.anomalies.update=true and commit the page.");
    }

    @Override
    public String toString() {
        StringBuilder table = new StringBuilder("| anomaly |");
        for (IsolationLevel level : IsolationLevel.values()) {
            table.append(' ').append(level).append(" locks |");
            table.append(' ').append(level).append(" timestamps |");
        }
        table.append(" chains |");
        int columns = 2 * IsolationLevel.values().length + 1;
        table.append("\n|---|").append("---|".repeat(columns)).append('\n');
        for (Anomaly anomaly : Anomaly.values()) {
            table.append("| ").append(title(anomaly)).append(" |");
            for (IsolationLevel level : IsolationLevel.values()) {
                table.append(cell(anomaly, level, ConcurrencyControl.LOCK_BASED));
                table.append(cell(anomaly, level, ConcurrencyControl.TIMESTAMP_BASED));
            }
            table.append(cell(anomaly, Objects.requireNonNull(inChains), IsolationLevel.PL4));
            table.append('\n');
        }
        table.append("\n| anomaly | what would happen |\n|---|---|\n");
        for (Anomaly anomaly : Anomaly.values()) {
            table.append("| ").append(title(anomaly)).append(" | ");
            table.append(anomaly.schedule()).append(" |\n");
        }
        return table.toString();
    }

    private static String title(Anomaly anomaly) {
        return (anomaly.label() + " " + anomaly.meaning()).strip();
    }

    private String cell(Anomaly anomaly, IsolationLevel level, ConcurrencyControl control) {
        Set<Anomaly> seen =
                happened.getOrDefault(level, Map.of())
                        .getOrDefault(control, EnumSet.noneOf(Anomaly.class));
        return cell(anomaly, seen, level);
    }

    private static String cell(Anomaly anomaly, Set<Anomaly> seen, IsolationLevel level) {
        if (seen.contains(anomaly)) {
            return " **happens** |";
        }
        return anomaly.isForbiddenAt(level) ? " never |" : " prevented |";
    }
}
