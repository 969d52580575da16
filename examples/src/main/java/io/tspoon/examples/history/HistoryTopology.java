/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Connects sources, t-graph and recorder. */
final class HistoryTopology {
    private final StreamExecutionEnvironment env;
    private final HistorySettings settings;
    private final String run;

    /**
     * @param run name by which the tasks find their {@link Recorder}
     */
    HistoryTopology(StreamExecutionEnvironment env, HistorySettings settings, String run) {
        this.env = env;
        this.settings = settings;
        this.run = run;
    }

    /** Adds the job to the environment. */
    void build() {
        TransactionalGraph graph =
                TransactionalGraph.named(HistoryGraph.NAME)
                        .isolation(settings.isolation())
                        .concurrencyControl(settings.concurrencyControl())
                        .maxInFlight(settings.maxInFlight());
        String log = settings.log();
        if (log != null) {
            graph.writeAheadLog(new FileLog(log));
        }
        if (settings.hasClients()) {
            graph.queryable();
        }
        // The stamps run on the threads of the open and close operators, so their times are close
        // to the real ones.
        DataStream<Request> invoked =
                randomRequests()
                        .union(lastRead())
                        .rebalance()
                        .map(new InvocationStamp(run))
                        .name("invoked");
        DataStream<TransactionResult<Observation>> results =
                HistoryGraph.execute(graph, invoked, settings.states(), settings.calls() > 0);
        results.map(result -> Completion.of(result, System.nanoTime()))
                .returns(Completion.class)
                .name("completed")
                .process(new RecordingFunction(run))
                .name("recorder")
                .uid("recorder")
                .setParallelism(1);
    }

    private DataStream<Request> randomRequests() {
        return source("random", 0, settings.transactions() - 1, pace());
    }

    /** The last read, which waits until all other transactions are complete at all coordinators. */
    private DataStream<Request> lastRead() {
        String name = run;
        return source(
                "last-read",
                settings.random(),
                settings.random(),
                parallelism -> events -> Recorder.of(name).allComplete());
    }

    /**
     * How fast random transactions enter. With failures, two fifths of the transactions between two
     * failures come at once, and the next ones after a checkpoint. So a failure meets transactions
     * since the last checkpoint, and the job still makes progress. Without, they wait for clients.
     */
    private RateLimiterStrategy<NumberSequenceSource.NumberSequenceSplit> pace() {
        if (settings.failEvery() > 0) {
            return burstsBetweenCheckpoints(Math.max(1, settings.failEvery() * 2 / 5));
        }
        if (settings.hasClients()) {
            String name = run;
            return parallelism -> events -> Recorder.of(name).pace().enter();
        }
        return unlimited();
    }

    @SuppressWarnings("unchecked") // declared with a raw type
    private static RateLimiterStrategy<NumberSequenceSource.NumberSequenceSplit> unlimited() {
        return RateLimiterStrategy.noOp();
    }

    @SuppressWarnings("unchecked") // declared with a raw type
    private static RateLimiterStrategy<NumberSequenceSource.NumberSequenceSplit>
            burstsBetweenCheckpoints(int size) {
        return RateLimiterStrategy.perCheckpoint(size);
    }

    private DataStream<Request> source(
            String name,
            long from,
            long to,
            RateLimiterStrategy<NumberSequenceSource.NumberSequenceSplit> pace) {
        return env.fromSource(
                        new DataGeneratorSource<>(
                                settings.generator(),
                                new NumberSequenceSource(from, to),
                                pace,
                                TypeInformation.of(Request.class)),
                        WatermarkStrategy.noWatermarks(),
                        name + " requests")
                .uid(name + "-requests")
                .setParallelism(1);
    }
}
