/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.read.Backlog;
import io.tspoon.runtime.batch.BatchRule;

import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OpenMetricsTest {
    private final OpenMetrics metrics = new OpenMetrics(new UnregisteredMetricsGroup());

    @Test
    void whatWaitsIsToldWhereItCan() {
        assertThat(metrics.backlog()).isEqualTo(Backlog.NONE);

        BatchMetrics batches = metrics.batches(() -> 50);
        batches.waiting(3, 20);
        assertThat(metrics.backlog()).isEqualTo(new Backlog(new Backlog.Batches(3, 30), null));
        batches.waiting(0, BatchRule.FOREVER);
        metrics.triggers().waiting(2);
        assertThat(metrics.backlog()).isEqualTo(new Backlog(new Backlog.Batches(0, 0), 2));
    }
}
