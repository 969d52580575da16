/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs a {@link Workload} in a job of its own; its last transaction when the others are through.
 */
public final class WorkloadRun {

    private WorkloadRun() {}

    /** Runs the workload and gives all results. */
    public static List<TransactionResult<String>> of(Workload workload, Combination combination)
            throws Exception {
        return of(workload, combination.environment(), combination.graph("workload"));
    }

    /** Runs the workload in an environment, as the t-graph is set. */
    public static List<TransactionResult<String>> of(
            Workload workload, StreamExecutionEnvironment environment, TransactionalGraph graph)
            throws Exception {
        String name = "workload-" + UUID.randomUUID();
        DataStream<Long> numbers = environment.fromSequence(0, workload.count() - 1);
        Tap.open(workload.run(graph, numbers.union(last(workload, environment, name))), name);
        JobClient job = environment.executeAsync();
        CompletableFuture<?> end = job.getJobExecutionResult();
        Tap.await(name, workload.count(), end);
        GatedNumbers.open(name);
        end.get(Patience.SECONDS, TimeUnit.SECONDS);
        return Tap.passed(name);
    }

    /** The number of the last transaction, behind a gate. */
    public static DataStream<Long> last(
            Workload workload, StreamExecutionEnvironment environment, String gate) {
        long last = workload.count();
        GatedNumbers.Gate closed = new GatedNumbers.Gate(gate, last, last + 1);
        return environment
                .fromSource(
                        new GatedNumbers(last, 1, closed),
                        WatermarkStrategy.noWatermarks(),
                        "last of " + gate)
                .setParallelism(1);
    }
}
