/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.examples.books.Books;
import io.tspoon.examples.books.Posting;
import io.tspoon.examples.cli.InputTally;
import io.tspoon.examples.cli.OutcomeTally;
import io.tspoon.examples.messages.Message;
import io.tspoon.examples.messages.MessageSettings;
import io.tspoon.examples.messages.MessageStreams;
import io.tspoon.examples.messages.OutgoingMessage;
import io.tspoon.examples.messages.TopicPlan;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.LeafElement;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

import java.time.Duration;
import java.util.List;

/** Connects messages, t-graph, revenue, dead letters and books. Attach other sinks here. */
final class ShopTopology {
    /** Topic to read from, with Kafka. */
    static final String COMMANDS = "commands";

    static final String REVENUE = "revenue";
    static final String DEAD_LETTERS = "dead-letters";
    static final TopicPlan TOPICS = new TopicPlan(COMMANDS, List.of(REVENUE, DEAD_LETTERS), 4);

    private static final Duration OUT_OF_ORDER = Duration.ofSeconds(5);

    /** Longer than any pause: idle beside an input that has ended would be the end of all time. */
    private static final Duration IDLE = Duration.ofMinutes(1);

    /** A window that gets something more after its end gives its sum once more. */
    private static final Duration LATE = Duration.ofDays(1);

    private final MessageStreams streams;
    private final ShopGenerator generator;

    ShopTopology(StreamExecutionEnvironment env, MessageSettings settings) {
        this.streams = new MessageStreams(env, settings);
        this.generator = new ShopGenerator(settings.seed());
    }

    /** Adds the job to the environment. */
    void build() {
        build(messages());
    }

    /** As {@link #build()}, with the given messages. */
    void build(DataStream<Message> messages) {
        DataStream<Incoming> incoming =
                messages.map(new CommandParser())
                        .name("parsed commands")
                        .map(new InputTally<>())
                        .returns(Incoming.class)
                        .name("commands in")
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Incoming>forBoundedOutOfOrderness(OUT_OF_ORDER)
                                        .withTimestampAssigner((message, none) -> message.time())
                                        .withIdleness(IDLE));
        DataStream<TransactionResult<LeafElement<Record>>> executed = ShopGraph.execute(incoming);
        DataStream<TransactionResult<LeafElement<Record>>> results =
                executed.map(new OutcomeTally<>()).returns(executed.getType()).name("outcomes");
        streams.write("shop", TOPICS.outputs(), revenue(results).union(deadLetters(results)));
        results.flatMap(new Postings())
                .name("postings")
                .keyBy(Posting::key)
                .process(new Books())
                .name("books")
                .uid("books");
    }

    /** The messages that the settings name. */
    DataStream<Message> messages() {
        return streams.read(COMMANDS, generator);
    }

    /** Results have the times of their commands, so a window behind the t-graph is like any. */
    private static DataStream<OutgoingMessage> revenue(
            DataStream<TransactionResult<LeafElement<Record>>> results) {
        return results.<Payment>flatMap(
                        (result, out) -> {
                            for (Record paid : LeafElement.in(result, ShopGraph.PAID)) {
                                Payment payment = (Payment) paid;
                                if (payment.account().kind().equals(Account.MERCHANTS)) {
                                    out.collect(payment);
                                }
                            }
                        })
                .returns(Payment.class)
                .name("earned")
                .keyBy(payment -> payment.account().owner())
                .window(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
                .allowedLateness(LATE)
                .aggregate(new RevenuePerMinute.Cents(), new RevenuePerMinute())
                .name("revenue per minute")
                .uid("revenue-per-minute")
                .map(new Letters<>(REVENUE, Revenue::merchant))
                .name("revenue");
    }

    private static DataStream<OutgoingMessage> deadLetters(
            DataStream<TransactionResult<LeafElement<Record>>> results) {
        return results.filter(TransactionResult::isAborted)
                .name("aborted")
                .map(ShopTopology::deadLetter)
                .name("rejected")
                .map(new Letters<>(DEAD_LETTERS, DeadLetter::id))
                .name("dead letters");
    }

    private static DeadLetter deadLetter(TransactionResult<LeafElement<Record>> result) {
        return new DeadLetter(
                result.key(),
                result.reasons().stream().map(AbortReason::toString).toList(),
                result.input(Incoming.class).text());
    }
}
