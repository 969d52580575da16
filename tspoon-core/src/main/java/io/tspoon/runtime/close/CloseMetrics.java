/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** The metrics of one coordinator, in the group {@code tspoon} of its close operator. */
final class CloseMetrics {
    final Counter commits;

    final Counter aborts;

    CloseMetrics(MetricGroup group) {
        MetricGroup own = group.addGroup("tspoon");
        commits = own.counter("commits");
        aborts = own.counter("aborts");
    }
}
