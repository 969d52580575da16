/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.messages.CommandRun;
import io.tspoon.examples.messages.SharedBroker;
import io.tspoon.runtime.log.LoggedMessages;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** Orders of transactions that are committed, aborted and open. */
@Timeout(300)
class CommittedOrdersITCase {
    private static final String PREFIX = "committed-it-";

    @Test
    void onlyCommittedOrdersAreExecutedAndAnOpenTransactionHoldsNothingUp() throws Exception {
        String[] kafka = {
            "--kafka=" + SharedBroker.get().bootstrapServers(),
            "--topic-prefix=" + PREFIX,
            "--until-end",
            "--checkpoint-ms=200"
        };
        orders(kafka[0], kafka[1], "--show"); // creates the topics
        try (KafkaProducer<byte[], byte[]> producer = producer("a");
                KafkaProducer<byte[], byte[]> open = producer("b")) {
            producer.initTransactions();
            open.initTransactions();
            producer.beginTransaction();
            send(producer, 0, order("first", "ann"), StandardCharsets.UTF_8);
            send(producer, 0, order("second", "M\u00fcller"), StandardCharsets.ISO_8859_1);
            producer.commitTransaction();
            producer.beginTransaction();
            send(producer, 0, order("aborted", "mallory"), StandardCharsets.UTF_8);
            send(producer, 1, order("aborted-too", "mallory"), StandardCharsets.UTF_8);
            producer.abortTransaction();
            open.beginTransaction();
            send(open, 0, order("open", "bob"), StandardCharsets.UTF_8);
            send(open, 2, order("open-too", "bob"), StandardCharsets.UTF_8);
            producer.beginTransaction();
            send(producer, 0, order("behind", "carol"), StandardCharsets.UTF_8);
            producer.commitTransaction();

            try (LoggedMessages log = new LoggedMessages()) {
                CommandRun before = orders(kafka);
                assertThat(before.exitCode()).as(before.toString()).isZero();
                assertThat(before.out())
                        .contains("Messages   2", "1 shipped, 1 rejected", "Sound: ")
                        .contains("problem=it is not UTF-8 at byte");
                assertThat(log.all())
                        .contains(
                                told(0, 5, 3), // the open order, the one behind it, a mark
                                told(2, 0, 1))
                        .noneMatch(line -> line.startsWith(PREFIX + "orders-1 is read"));
            }
            open.abortTransaction();
        }

        CommandRun after = orders(kafka);
        assertThat(after.exitCode()).as(after.toString()).isZero();
        assertThat(after.out()).contains("Messages   3", "2 shipped, 1 rejected", "Sound: ");
    }

    private static String told(int partition, long offset, long messages) {
        return PREFIX
                + "orders-"
                + partition
                + " is read up to offset "
                + offset
                + ": a transaction is open there, up to "
                + messages
                + " messages from there on are not read";
    }

    private static KafkaProducer<byte[], byte[]> producer(String name) throws Exception {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        SharedBroker.get().bootstrapServers(),
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        PREFIX + name),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static void send(
            KafkaProducer<byte[], byte[]> producer, int partition, String text, Charset charset)
            throws Exception {
        producer.send(
                        new ProducerRecord<>(
                                PREFIX + OrdersTopology.ORDERS,
                                partition,
                                null,
                                text.getBytes(charset)))
                .get();
    }

    private static String order(String number, String customer) {
        return "{\"number\":\""
                + number
                + "\",\"customer\":\""
                + customer
                + "\",\"lines\":[{\"warehouse\":\"Basel\",\"item\":\"nut\",\"quantity\":1,"
                + "\"priceCents\":100}]}";
    }

    private static CommandRun orders(String... options) {
        return CommandRun.of((out, err) -> OrdersJob.run(options, out, err));
    }
}
