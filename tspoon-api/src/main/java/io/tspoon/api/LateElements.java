/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/** Counts the elements that a window refuses because they are late, in each attempt. */
final class LateElements extends AbstractRichFunction {
    private static final long serialVersionUID = 1L;

    private final String window;

    /** Null until a job has opened it. */
    private transient @Nullable Counter counter;

    LateElements(String window) {
        this.window = window;
    }

    @Override
    public void open(OpenContext context) {
        register(getRuntimeContext().getMetricGroup());
    }

    void register(MetricGroup group) {
        counter = group.addGroup("tspoon").addGroup("window", window).counter("lateElements");
    }

    String window() {
        return window;
    }

    void count() {
        if (counter != null) {
            counter.inc();
        }
    }
}
