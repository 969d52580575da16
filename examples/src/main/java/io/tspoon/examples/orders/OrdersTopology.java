/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.books.Books;
import io.tspoon.examples.books.Posting;
import io.tspoon.examples.cli.InputTally;
import io.tspoon.examples.cli.OutcomeTally;
import io.tspoon.examples.messages.Message;
import io.tspoon.examples.messages.MessageStreams;
import io.tspoon.examples.messages.TopicPlan;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;

/** Connects messages, t-graph and books. Attach other sources and sinks here. */
final class OrdersTopology {
    /** Topic to read from, with Kafka. */
    static final String ORDERS = "orders";

    static final String SHIPMENTS = "shipments";
    static final String REJECTIONS = "rejections";
    static final TopicPlan TOPICS = new TopicPlan(ORDERS, List.of(SHIPMENTS, REJECTIONS), 4);

    private final OrdersSettings settings;
    private final MessageStreams streams;

    OrdersTopology(StreamExecutionEnvironment env, OrdersSettings settings) {
        this.settings = settings;
        this.streams = new MessageStreams(env, settings.messages());
    }

    /** Adds the job to the environment. */
    void build() {
        build(messages());
    }

    /** As {@link #build()}, with the given messages. */
    void build(DataStream<Message> messages) {
        // The shuffle keeps a source that waits for input from delaying transactions.
        DataStream<IncomingOrder> incoming =
                messages.rebalance()
                        .map(new OrderParser())
                        .name("parsed orders")
                        .map(new InputTally<>())
                        .returns(IncomingOrder.class)
                        .name("orders in");
        DataStream<TransactionResult<Pick>> executed =
                OrdersGraph.execute(incoming, settings.creditLimit(), settings.initialStock());
        DataStream<TransactionResult<Pick>> results =
                executed.map(new OutcomeTally<>()).returns(executed.getType()).name("outcomes");
        streams.write("orders", TOPICS.outputs(), results.flatMap(new Dispatch()).name("dispatch"));
        results.flatMap(new Postings(settings))
                .name("postings")
                .keyBy(Posting::key)
                .process(new Books())
                .name("books")
                .uid("books");
    }

    /** The messages that the settings name. */
    DataStream<Message> messages() {
        return streams.read(ORDERS, settings.generator());
    }
}
