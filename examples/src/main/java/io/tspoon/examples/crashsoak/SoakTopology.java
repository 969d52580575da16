/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.examples.trial.Movement;
import io.tspoon.examples.trial.PacedTransfers;
import io.tspoon.examples.trial.Settled;
import io.tspoon.examples.trial.SinkFiles;
import io.tspoon.examples.trial.Transfer;
import io.tspoon.examples.trial.Transfers;
import io.tspoon.log.FileLog;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.time.Duration;

/** Connects source, t-graph, observer and sink. */
final class SoakTopology {
    /** Name of the t-graph. */
    static final String GRAPH = "soak";

    private static final StateSpec<Integer, Long> BALANCE =
            StateSpec.named(Settled.STATE, Integer.class, Long.class)
                    .initialValue(Transfers.OPENING)
                    .constraint("balance is not negative", balance -> balance >= 0);

    /**
     * Long because the machine may be busy; the run itself notices a job that makes no progress.
     */
    private static final Duration DEADLINE = Duration.ofMinutes(5);

    private final SoakSettings settings;
    private final RunTicket ticket;

    SoakTopology(SoakSettings settings, RunTicket ticket) {
        this.settings = settings;
        this.ticket = ticket;
    }

    /** Adds the job to the environment. */
    void build(StreamExecutionEnvironment env) {
        execute(received(env))
                .process(new ObserverFunction(ticket))
                .returns(Types.STRING)
                .name("observer")
                .uid("observer")
                .sinkTo(SinkFiles.sink(settings.results()))
                .name("results")
                .uid("results");
    }

    private DataStream<TransactionResult<Long>> execute(DataStream<Transfer> transfers) {
        CrashPoint crashes = ticket.crashes();
        return graph().openTransaction(transfers, Transfer::transactionKey)
                .flatMap(new MovementsFunction(crashes), Movement.class)
                .keyBy(Movement::account)
                .update(
                        BALANCE,
                        (balance, movement) -> {
                            crashes.pass(CrashKind.ACCESS);
                            return balance + movement.amount();
                        })
                .closeTransaction();
    }

    private TransactionalGraph graph() {
        TransactionalGraph graph =
                TransactionalGraph.named(GRAPH)
                        .isolation(settings.isolation())
                        .concurrencyControl(settings.concurrencyControl())
                        .durability(settings.durability())
                        .deadline(DEADLINE);
        return settings.durability() == Durability.LOG
                ? graph.writeAheadLog(
                        new CrashingLog(
                                new FileLog(settings.log().toUri().toString()), ticket.crashes()))
                : graph;
    }

    /** Where entry order matters, transfers come from one instance, as in the bank example. */
    private DataStream<Transfer> received(StreamExecutionEnvironment env) {
        SingleOutputStreamOperator<Transfer> received =
                source(env).rebalance().map(transfer -> transfer).returns(Transfer.class);
        return settings.isolation() == IsolationLevel.PL4 ? received.setParallelism(1) : received;
    }

    private DataStream<Transfer> source(StreamExecutionEnvironment env) {
        CrashingTransfers paced =
                new CrashingTransfers(
                        new PacedTransfers(
                                settings.transfers(), ticket.startedAtMs(), settings.rate()),
                        settings.count(),
                        ticket.crashes());
        return env.fromSource(
                        new DataGeneratorSource<>(
                                paced, settings.count(), TypeInformation.of(Transfer.class)),
                        WatermarkStrategy.noWatermarks(),
                        "transfers")
                .uid("transfers")
                .setParallelism(1);
    }
}
