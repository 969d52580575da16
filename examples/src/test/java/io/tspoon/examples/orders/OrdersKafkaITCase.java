/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.books.BookTotals;
import io.tspoon.examples.cli.JobVerdict;
import io.tspoon.examples.messages.KafkaRun;
import io.tspoon.examples.messages.TopicReader;
import io.tspoon.testing.EmbeddedFlink;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/** Orders from Kafka to Kafka, while tasks fail: what readers see equals a serial run. */
@Timeout(300)
class OrdersKafkaITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final long CREDIT = 20_000;
    private static final long STOCK = 40;

    @TempDir Path savepoints;

    @Test
    void eachOrderIsShippedOrRejectedOnce() throws Exception {
        KafkaRun run = new KafkaRun("orders-it");
        OrdersSettings settings = new OrdersSettings(run.settings(), CREDIT, STOCK);
        run.create(OrdersTopology.TOPICS);
        StreamExecutionEnvironment env = KafkaRun.environment();
        OrdersTopology topology = new OrdersTopology(env, settings);
        topology.build(topology.messages().map(run.faults()));

        try (TopicReader reader = run.reader(OrdersTopology.SHIPMENTS, OrdersTopology.REJECTIONS)) {
            KafkaRun.Ended ended =
                    run.execute(
                            env,
                            OrdersTopology.ORDERS,
                            settings.generator(),
                            reader,
                            read -> SerialOrders.results(read).size(),
                            batch -> {},
                            savepoints);

            SerialOrders serial = new SerialOrders(ended.messages(), CREDIT, STOCK);
            serial.check(reader.toEnd());

            StringWriter out = new StringWriter();
            OrdersReport report =
                    new OrdersReport(
                            new PrintWriter(out),
                            new PrintWriter(out),
                            settings.messages().quality());
            JobVerdict verdict = report.end(ended.counts(), 1);
            assertThat(verdict.isSound()).as(out + verdict.line()).isTrue();
            BookTotals books = new BookTotals(ended.counts());
            assertThat(books.taken(Postings.STOCK)).isEqualTo(serial.piecesShipped());
            assertThat(books.taken(Postings.CREDIT)).isEqualTo(serial.centsSpent());
        }
    }
}
