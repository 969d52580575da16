/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.job;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.examples.trial.Movement;
import io.tspoon.examples.trial.PacedTransfers;
import io.tspoon.examples.trial.Settled;
import io.tspoon.examples.trial.SinkFiles;
import io.tspoon.examples.trial.Transfer;
import io.tspoon.examples.trial.Transfers;
import io.tspoon.log.FileLog;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.log.kafka.KafkaLog;
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

import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.Random;

/**
 * The job of the trials: settles transfers between accounts, tells an observer each result, and
 * writes it to a sink.
 */
public final class SettleJob {
    /** The procedure of version {@link Version#CALLED}; a call's key is the transfer's number. */
    public static final ProcedureSpec<Transfer, Long> TRANSFER =
            ProcedureSpec.named("transfer", Transfer.class, Long.class);

    private static final String GRAPH = "settle";
    private static final String KAFKA = "kafka";

    /** Longer than a broker takes to start, shorter than any deadline of the t-graph. */
    private static final Duration BROKER_TIMEOUT = Duration.ofSeconds(10);

    private final SettleSettings settings;

    private SettleJob(SettleSettings settings) {
        this.settings = settings;
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        // All elements are immutable.
        env.getConfig().enableObjectReuse();
        new SettleJob(SettleSettings.parse(args)).build(env);
        env.execute("settle");
    }

    private void build(StreamExecutionEnvironment env) {
        DataStream<Transfer> transfers = received(env);
        if (settings.version() == Version.BOOKINGS) {
            new Bookings(settings).build(graph("bookings"), transfers);
        }
        execute(env, transfers)
                .process(new TellObserver(settings.observer()))
                .returns(Types.STRING)
                .name("observer")
                .uid("observer")
                .sinkTo(SinkFiles.sink(settings.results()))
                .name("results")
                .uid("results");
    }

    private DataStream<TransactionResult<Long>> execute(
            StreamExecutionEnvironment env, DataStream<Transfer> transfers) {
        TransactionalGraph graph = graph(GRAPH);
        if (settings.version() == Version.CALLED) {
            TransactionalStream<Transfer> streamed =
                    graph.queryable()
                            .openTransaction("stream", transfers, Transfer::transactionKey);
            return settle(movements(streamed.union(graph.openCalls(env, TRANSFER))))
                    .closeTransaction();
        }
        TransactionalStream<Transfer> opened =
                graph.openTransaction(transfers, Transfer::transactionKey);
        TransactionalStream<Movement> movements = movements(opened);
        return switch (settings.version()) {
            case BALANCES, BOOKINGS -> settle(movements).closeTransaction();
            case ARCHIVE -> TransactionalGraph.closeTransaction(settle(movements), archive(opened));
            case CALLED -> throw new IllegalStateException("Cannot build job: it has calls");
            case LETTERS ->
                    movements
                            .keyBy(movement -> Integer.toString(movement.account()), Types.STRING)
                            .update(balances(String.class), SettleJob::moved)
                            .closeTransaction();
        };
    }

    private static TransactionalStream<Movement> movements(TransactionalStream<Transfer> opened) {
        return opened.flatMap(Transfer::movements, Movement.class);
    }

    private static TransactionalStream<Long> settle(TransactionalStream<Movement> movements) {
        return movements.keyBy(Movement::account).update(balances(Integer.class), SettleJob::moved);
    }

    private static <K> StateSpec<K, Long> balances(Class<K> key) {
        return StateSpec.named(Settled.STATE, key, Long.class)
                .initialValue(Transfers.OPENING)
                .constraint("balance is not negative", balance -> balance >= 0);
    }

    private static long moved(long balance, Movement movement) {
        return balance + movement.amount();
    }

    /** Overwrites the document whose place follows from the number of the transfer. */
    private TransactionalStream<Long> archive(TransactionalStream<Transfer> transfers) {
        int documents = settings.documents();
        int bytes = settings.documentBytes();
        return transfers
                .keyBy(transfer -> transfer.number() % documents)
                .write(
                        StateSpec.named("archive", Long.class, String.class),
                        transfer -> document(transfer.number(), bytes))
                .filter(written -> false)
                .map(written -> 0L, Types.LONG);
    }

    /** A text that nothing compresses much, the same each time. */
    private static String document(long number, int bytes) {
        byte[] random = new byte[bytes];
        new Random(number).nextBytes(random);
        return Base64.getEncoder().encodeToString(random).substring(0, bytes);
    }

    private TransactionalGraph graph(String name) {
        TransactionalGraph graph =
                TransactionalGraph.named(name)
                        .isolation(settings.isolation())
                        .concurrencyControl(settings.concurrencyControl())
                        .durability(settings.durability());
        return settings.durability() == Durability.LOG
                ? graph.writeAheadLog(log(logOf(name)))
                : graph;
    }

    private URI logOf(String graph) {
        String place = settings.log().toString();
        return graph.equals(GRAPH)
                ? settings.log()
                : URI.create(place.replaceFirst("/*$", "-" + graph));
    }

    private static WriteAheadLog log(URI place) {
        return KAFKA.equals(place.getScheme())
                ? KafkaLog.builder()
                        .bootstrapServers(place.getAuthority())
                        .topic(place.getPath().substring(1))
                        .timeout(BROKER_TIMEOUT)
                        .build()
                : new FileLog(place.toString());
    }

    /** Where entry order matters, transfers come from one instance. */
    private DataStream<Transfer> received(StreamExecutionEnvironment env) {
        SingleOutputStreamOperator<Transfer> received =
                source(env)
                        .rebalance()
                        .map(transfer -> transfer)
                        .returns(Transfer.class)
                        .name("received")
                        .uid("received");
        return settings.isolation() == IsolationLevel.PL4 ? received.setParallelism(1) : received;
    }

    private DataStream<Transfer> source(StreamExecutionEnvironment env) {
        PacedTransfers paced =
                new PacedTransfers(settings.transfers(), settings.startedAtMs(), settings.rate());
        return env.fromSource(
                        new DataGeneratorSource<>(
                                paced, settings.count(), TypeInformation.of(Transfer.class)),
                        WatermarkStrategy.noWatermarks(),
                        "transfers")
                .uid("transfers")
                .setParallelism(1);
    }
}
