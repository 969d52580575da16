/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import io.tspoon.api.Partition;
import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.TriggerSpec;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.time.Duration;
import java.util.Objects;

/**
 * The programs. Each step adds the number of its chain to the sum of its level, in one partition
 * that all steps share.
 *
 * @param guarantee mechanism and level
 * @param triggers steps of a chain behind the first one
 */
record Steps(Guarantee guarantee, int triggers) {
    /** Name of the t-graph. */
    static final String GRAPH = "steps";

    /** Name of the procedure; it takes a {@link Step}. */
    static final String PROCEDURE = "step";

    /** Name of the state: by level, the sum of all numbers and one more for each. */
    static final String SUMS = "sums";

    private static final int ONLY = 0;

    private static final StateSpec<Integer, Long> SUM =
            StateSpec.named(SUMS, Types.INT, Types.LONG)
                    .initialValue(0L)
                    .partitionedBy(level -> ONLY, Types.INT);

    private static final TriggerSpec<Step> NEXT = TriggerSpec.named("next", Step.TYPE);

    private static final ProcedureSpec<Step, Step> STEP =
            ProcedureSpec.named(PROCEDURE, Step.TYPE, Step.TYPE);

    /** So short that outcomes go as fast as they come while a job is measured. */
    private static final Duration RETENTION = Duration.ofSeconds(5);

    /** A t-graph, as all of them are described. */
    TransactionalGraph graph() {
        return TransactionalGraph.named(GRAPH)
                .concurrencyControl(guarantee.control())
                .isolation(guarantee.level());
    }

    /** Each step a transaction, which triggers the next one. */
    DataStream<TransactionResult<Step>> between(
            TransactionalGraph graph,
            StreamExecutionEnvironment environment,
            DataStream<Step> first) {
        int last = triggers;
        return graph.openTransaction("first", first, step -> Long.toString(step.number()))
                .union(graph.openTriggers(environment, NEXT))
                .partitionBy(step -> ONLY, Types.INT)
                .procedure(
                        (only, step, transaction) -> {
                            if (step.level() < last) {
                                transaction.trigger(NEXT, step.next());
                            }
                            execute(only, step, transaction);
                        },
                        Step.TYPE,
                        SUM)
                .closeTransaction();
    }

    /** All steps of a chain are one transaction. */
    DataStream<TransactionResult<Step>> inside(TransactionalGraph graph, DataStream<Step> first) {
        int last = triggers;
        return graph.openTransaction("first", first, step -> Long.toString(step.number()))
                .partitionBy(step -> ONLY, Types.INT)
                .procedure(
                        (only, step, transaction) -> {
                            Step each = step;
                            while (each.level() < last) {
                                add(only, each);
                                each = each.next();
                            }
                            execute(only, each, transaction);
                        },
                        Step.TYPE,
                        SUM)
                .closeTransaction();
    }

    /** Each step is called. */
    DataStream<TransactionResult<Step>> called(
            TransactionalGraph graph, StreamExecutionEnvironment environment) {
        TransactionalStream<Step> steps =
                graph.queryable().callRetention(RETENTION).openCalls(environment, STEP);
        return steps.partitionBy(step -> ONLY, Types.INT)
                .procedure(Steps::execute, Step.TYPE, SUM)
                .closeTransaction();
    }

    private static void execute(Partition only, Step step, StateContext<Step> transaction) {
        add(only, step);
        transaction.emit(step);
    }

    private static void add(Partition only, Step step) {
        ValueAccess<Long> sum = only.of(SUM, step.level());
        sum.set(Objects.requireNonNull(sum.get()) + step.number() + 1);
    }

    /**
     * Counts steps behind the first one of their chain, where each is a transaction.
     *
     * @param timed whether the time until the end of a chain is recorded, for each such step
     */
    CountingSink.Counter<TransactionResult<Step>> counter(boolean timed) {
        int last = triggers;
        return (result, gauge) -> {
            Step step = result.emitted().get(0);
            if (step.level() > 0) {
                gauge.count(result.isAborted(), result.attempts());
                record(step, last, timed, gauge);
            }
        };
    }

    /** The same, where a chain is a transaction. */
    CountingSink.Counter<TransactionResult<Step>> counterOfChains(boolean timed) {
        int last = triggers;
        return (result, gauge) -> {
            gauge.count(last);
            record(result.emitted().get(0), last, timed, gauge);
        };
    }

    private static void record(Step step, int last, boolean timed, Gauge gauge) {
        if (timed && step.level() == last) {
            gauge.recordSince(step.start(), last);
        }
    }
}
