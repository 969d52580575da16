/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.examples.messages.KafkaSettings;
import io.tspoon.examples.messages.Message;
import io.tspoon.examples.messages.OutgoingMessage;
import io.tspoon.examples.messages.TopicPlan;
import io.tspoon.examples.text.LineSource;
import io.tspoon.log.FileLog;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.UnaryOperator;

/** Connects sources, t-graph and sinks as the options say. Attach other sources and sinks here. */
final class BankTopology {
    /** Topic to read from, with Kafka. */
    static final String ORDERS = "payment-orders";

    static final String RESULTS = "payment-results";
    static final String REJECTS = "payment-rejects";
    static final TopicPlan TOPICS = new TopicPlan(ORDERS, List.of(RESULTS, REJECTS), 4);

    private final StreamExecutionEnvironment env;
    private final BankSettings settings;

    BankTopology(StreamExecutionEnvironment env, BankSettings settings) {
        this.env = env;
        this.settings = settings;
    }

    /**
     * Adds the job to the environment.
     *
     * @throws io.tspoon.transaction.InvalidGraphException if the settings of the t-graph are
     *     invalid
     */
    void build() {
        build(orders(), results -> results);
    }

    /**
     * As {@link #build()}, with these orders.
     *
     * @param behind what stands between the t-graph and all else that takes its results
     */
    void build(
            DataStream<PaymentOrder> unstamped,
            UnaryOperator<DataStream<TransactionResult<Booking>>> behind) {
        TransactionalGraph graph =
                TransactionalGraph.named("bank")
                        .isolation(settings.isolation())
                        .concurrencyControl(settings.concurrencyControl());
        String log = settings.log();
        if (log != null) {
            graph.writeAheadLog(new FileLog(log));
        }
        if (settings.queryPort() > 0) {
            graph.queryable();
        }
        OpeningBalances openings = settings.openings();
        DataStream<PaymentOrder> orders = received(unstamped);
        DataStream<TransactionResult<Booking>> executed =
                behind.apply(BankGraph.execute(graph, orders, openings, settings.queryPort() > 0));
        DataStream<TransactionResult<Booking>> results =
                executed.map(new ResultTally()).returns(executed.getType()).name("tally");
        KafkaSettings kafka = settings.kafka();
        if (kafka == null) {
            write(
                    results.map(new ResultLine()).name("result lines"),
                    settings.files().results(),
                    "",
                    "results");
        } else {
            results.map(new ResultMessage())
                    .name("result messages")
                    .sinkTo(kafka.sink("bank-results", List.of(RESULTS)))
                    .name("results topic")
                    .uid("results-topic");
        }
        DataStream<BalanceVersion> balances = BankGraph.balances(orders, results, openings);
        write(
                balances.keyBy(balance -> 0)
                        .process(new SortedBalances())
                        .name("sorted balances")
                        .uid("sorted-balances"),
                settings.files().balances(),
                SortedBalances.HEADER,
                "balances");
    }

    /** The orders that the settings name. */
    DataStream<PaymentOrder> orders() {
        KafkaSettings kafka = settings.kafka();
        if (kafka != null) {
            return consume(kafka);
        }
        OrderInput input = settings.input();
        GeneratedOrders generated = settings.generated();
        if (input != null) {
            return read(input);
        }
        if (generated != null) {
            return generate(generated);
        }
        throw new IllegalStateException("Cannot build job: it has no orders");
    }

    /**
     * Puts a shuffle between the source and the t-graph, so that a source that waits for input does
     * not delay transactions. Where entry order matters (PL4) the shuffle leads to one instance, so
     * that orders enter in the order of the input.
     */
    private DataStream<PaymentOrder> received(DataStream<PaymentOrder> orders) {
        SingleOutputStreamOperator<PaymentOrder> received =
                orders.rebalance().map(new ArrivalStamp()).name("received");
        return settings.isolation() == IsolationLevel.PL4 ? received.setParallelism(1) : received;
    }

    private DataStream<PaymentOrder> consume(KafkaSettings kafka) {
        SingleOutputStreamOperator<Message> messages =
                env.fromSource(
                                kafka.source(ORDERS),
                                WatermarkStrategy.noWatermarks(),
                                "orders topic")
                        .uid("orders-topic");
        return wellFormed(messages.map(new MessageParser()).name("parsed orders"));
    }

    private DataStream<PaymentOrder> read(OrderInput input) {
        return wellFormed(
                env.fromSource(
                                new LineSource<>(input),
                                WatermarkStrategy.noWatermarks(),
                                "order lines",
                                TypeInformation.of(InputLine.class))
                        .uid("order-lines")
                        .setParallelism(1));
    }

    private DataStream<PaymentOrder> wellFormed(DataStream<InputLine> lines) {
        SingleOutputStreamOperator<PaymentOrder> orders =
                lines.process(new RejectedLines())
                        .name("well-formed orders")
                        .uid("well-formed-orders")
                        .setParallelism(1);
        DataStream<String> rejects = orders.getSideOutput(RejectedLines.REJECTS);
        KafkaSettings kafka = settings.kafka();
        if (kafka == null) {
            rejects.sinkTo(new TextFileSink(settings.files().rejects(), RejectedLines.HEADER, true))
                    .name("rejects")
                    .uid("rejects")
                    .setParallelism(1);
        } else {
            rejects.map(line -> new OutgoingMessage(REJECTS, "", line))
                    .returns(OutgoingMessage.class)
                    .name("reject messages")
                    .setParallelism(1)
                    .sinkTo(kafka.sink("bank-rejects", List.of(REJECTS)))
                    .name("rejects topic")
                    .uid("rejects-topic")
                    .setParallelism(1);
        }
        return orders;
    }

    private DataStream<PaymentOrder> generate(GeneratedOrders generated) {
        RateLimiterStrategy<?> limit =
                generated.rate() > 0
                        ? RateLimiterStrategy.perSecond(generated.rate())
                        : RateLimiterStrategy.noOp();
        return env.fromSource(
                        new DataGeneratorSource<>(
                                generated.orders(),
                                generated.count(),
                                limit,
                                TypeInformation.of(PaymentOrder.class)),
                        WatermarkStrategy.noWatermarks(),
                        "generated orders")
                .uid("generated-orders")
                .setParallelism(1);
    }

    private static void write(
            DataStream<String> lines, @Nullable String file, String header, String name) {
        if (file == null) {
            lines.sinkTo(new DiscardingSink<>()).name("no " + name).uid("no-" + name);
        } else {
            lines.sinkTo(new TextFileSink(file, header, false))
                    .name(name)
                    .uid(name)
                    .setParallelism(1);
        }
    }
}
