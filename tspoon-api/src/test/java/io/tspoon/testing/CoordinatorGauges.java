/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.metrics.scope.ScopeFormat;
import org.apache.flink.runtime.testutils.InMemoryReporter;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** What gauges of the coordinators of running jobs say, as Flink's metric reporters get them. */
public final class CoordinatorGauges {
    private static final long POLL_MS = 1;

    private final InMemoryReporter reporter = InMemoryReporter.create();

    /** Settings of the cluster that the jobs are to run on. */
    public Configuration configuration() {
        return reporter.addToConfiguration(new Configuration());
    }

    /**
     * Values by coordinator, of those that are there.
     *
     * @param run of the job: how often it was restarted before
     */
    public List<Long> values(JobClient job, int run, String name) {
        Map<Integer, Long> values = new TreeMap<>();
        reporter.getMetricsByGroup()
                .forEach(
                        (group, metrics) -> {
                            Map<String, String> scope = group.getAllVariables();
                            Metric metric = metrics.get(name);
                            if (metric instanceof Gauge<?> gauge && isOf(job, run, scope)) {
                                values.put(
                                        number(scope, ScopeFormat.SCOPE_TASK_SUBTASK_INDEX),
                                        ((Number) gauge.getValue()).longValue());
                            }
                        });
        return List.copyOf(values.values());
    }

    private static boolean isOf(JobClient job, int run, Map<String, String> scope) {
        return job.getJobID().toHexString().equals(scope.get(ScopeFormat.SCOPE_JOB_ID))
                && number(scope, ScopeFormat.SCOPE_TASK_ATTEMPT_NUM) == run;
    }

    private static int number(Map<String, String> scope, String name) {
        return Integer.parseInt(scope.get(name));
    }

    /** Waits until the values are such, and gives them. */
    public List<Long> await(JobClient job, int run, String name, Predicate<List<Long>> condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Patience.SECONDS);
        List<Long> values = values(job, run, name);
        while (!condition.test(values)) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("Not as awaited, gauge=" + name + ", values=" + values);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MS));
            values = values(job, run, name);
        }
        return values;
    }

    /** Waits until all coordinators, so many, say this. */
    public void await(JobClient job, int run, String name, int coordinators, long value) {
        List<Long> all = Collections.nCopies(coordinators, value);
        List<Long> unused = await(job, run, name, all::equals);
    }
}
