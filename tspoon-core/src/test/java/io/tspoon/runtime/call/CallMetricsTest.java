/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import org.apache.flink.metrics.CharacterFilter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** docs/metrics.md lists the metrics of calls. */
class CallMetricsTest {
    private static final Path PAGE = Path.of("../docs/metrics.md");
    private static final Pattern SECTION = Pattern.compile("## Calls\n(.*?)\n## ", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (\\w+) \\|");

    @Test
    void pageListsWhatIsRegistered() throws IOException {
        Names names = new Names();
        new CallMetrics(names, () -> 0);

        String page = Files.readString(PAGE);
        String section =
                SECTION.matcher(page).results().map(found -> found.group(1)).findFirst().orElse("");
        Set<String> listed =
                ROW.matcher(section)
                        .results()
                        .map((MatchResult row) -> row.group(1) + " " + row.group(2))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(names.registered).isNotEmpty().isEqualTo(listed);
    }

    /** Remembers what is registered. */
    private static final class Names extends UnregisteredMetricsGroup {
        private final Set<String> registered = new TreeSet<>();

        @Override
        public MetricGroup addGroup(String name) {
            assertThat(name).isEqualTo("tspoon");
            return this;
        }

        @Override
        public Counter counter(String name) {
            registered.add(name + " counter");
            return super.counter(name);
        }

        @Override
        public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
            registered.add(name + " gauge");
            return super.gauge(name, gauge);
        }

        @Override
        public <H extends Histogram> H histogram(String name, H histogram) {
            registered.add(name + " histogram");
            return super.histogram(name, histogram);
        }

        @Override
        public String getMetricIdentifier(String metricName, CharacterFilter filter) {
            return metricName;
        }
    }
}
