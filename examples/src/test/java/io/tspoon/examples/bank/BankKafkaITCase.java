/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.api.TransactionalGraphOptions;
import io.tspoon.examples.messages.KafkaRun;
import io.tspoon.examples.messages.SharedBroker;
import io.tspoon.examples.messages.TopicReader;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.api.common.functions.DefaultOpenContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** Payment orders from Kafka to Kafka, while tasks fail and the broker is killed. */
@Timeout(300)
class BankKafkaITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String OPENING = "600.00";
    private static final int MALFORMED_EVERY = 400;

    /** When the broker is killed and started again. */
    private static final int KILLED_BEFORE_BATCH = 5;

    @TempDir Path savepoints;
    @TempDir Path log;

    @Test
    void eachOrderIsSettledOnce() throws Exception {
        KafkaRun run = new KafkaRun("bank-it");
        StreamExecutionEnvironment env = KafkaRun.environment();
        BankTopology topology = topology(run, env);
        topology.build(topology.orders().map(run.faults()), results -> results);

        settle(run, env, this::killBroker);
    }

    /**
     * Tasks fail behind results that are in the log and in a transaction of the sink that is not
     * committed. They come again, as they were, to the next transaction.
     */
    @Test
    void withALogWhatIsCommittedIsWhatWasSeenBefore() throws Exception {
        KafkaRun run = new KafkaRun("bank-log-it");
        StreamExecutionEnvironment env = KafkaRun.environment();
        env.configure(
                new Configuration()
                        .set(TransactionalGraphOptions.logPath("bank"), log.toUri().toString()));
        BankTopology topology = topology(run, env);
        topology.build(
                topology.orders(),
                results -> {
                    Tap.open(results, "bank-log-it");
                    return results.map(run.<TransactionResult<Booking>>faults())
                            .returns(results.getType());
                });

        List<TopicReader.Read> committed = settle(run, env, batch -> {});

        ResultMessage message = new ResultMessage();
        message.open(DefaultOpenContext.INSTANCE);
        List<String> seen =
                Tap.<TransactionResult<Booking>>passed("bank-log-it").stream()
                        .map(result -> message.map(result).text())
                        .toList();
        assertThat(seen).hasSizeGreaterThan(committed.size());
        assertThat(seen.stream().distinct())
                .containsExactlyInAnyOrderElementsOf(
                        committed.stream().map(TopicReader.Read::text).toList());
    }

    private static BankTopology topology(KafkaRun run, StreamExecutionEnvironment env)
            throws Exception {
        run.create(BankTopology.TOPICS);
        return new BankTopology(
                env,
                new BankSettings(
                        run.kafka(),
                        null,
                        null,
                        OpeningBalances.parse(OPENING, StandardCharsets.UTF_8),
                        0,
                        IsolationLevel.PL3,
                        ConcurrencyControl.TIMESTAMP_BASED,
                        null,
                        0,
                        new OutputFiles(null, null, "unused"),
                        run.settings().quality()));
    }

    /** Runs the job and gives the results that are committed in the end, which are right. */
    private List<TopicReader.Read> settle(
            KafkaRun run, StreamExecutionEnvironment env, KafkaRun.Event event) throws Exception {
        try (TopicReader reader = run.reader(BankTopology.RESULTS, BankTopology.REJECTS)) {
            KafkaRun.Ended ended =
                    run.execute(
                            env,
                            BankTopology.ORDERS,
                            messages(),
                            reader,
                            List::size,
                            event,
                            savepoints);

            List<TopicReader.Read> results =
                    results(reader.toEnd(), run.kafka().topic(BankTopology.ORDERS));
            replay(orders(ended.messages()), results);
            Totals totals = Totals.of(ended.counts());
            assertThat(totals.areSound()).as(totals.toString()).isTrue();
            assertThat(totals.accounts()).isPositive();
            return results;
        }
    }

    private void killBroker(int batch) throws Exception {
        if (batch == KILLED_BEFORE_BATCH) {
            SharedBroker.get().kill();
            SharedBroker.get().start();
        }
    }

    private static GeneratorFunction<Long, String> messages() {
        GeneratorFunction<Long, String> orders =
                new GeneratedOrders(0, KafkaRun.COUNT, 40, 7).messages().generator();
        return number -> number % MALFORMED_EVERY == 3 ? "no order" : orders.map(number);
    }

    private static Map<String, SerialReplay.Order> orders(List<String> messages) throws Exception {
        Map<String, SerialReplay.Order> orders = new HashMap<>();
        for (String message : messages) {
            if (message.startsWith("{")) {
                JsonNode json = MAPPER.readTree(message);
                orders.put(
                        json.get("id").asText(),
                        new SerialReplay.Order(
                                json.get("id").asText(),
                                json.get("payer").asText(),
                                json.get("payee").asText(),
                                new BigDecimal(json.get("amount").asText())));
            }
        }
        return orders;
    }

    /** All but the rejects. */
    private static List<TopicReader.Read> results(List<TopicReader.Read> read, String orders) {
        assertThat(read).hasSize(KafkaRun.COUNT);
        List<TopicReader.Read> results = new ArrayList<>();
        for (TopicReader.Read message : read) {
            if (message.topic().endsWith(BankTopology.RESULTS)) {
                results.add(message);
            } else {
                assertThat(message.text()).endsWith("no order").contains(orders);
            }
        }
        return results;
    }

    private static void replay(Map<String, SerialReplay.Order> orders, List<TopicReader.Read> read)
            throws Exception {
        List<JsonNode> results = new ArrayList<>();
        for (TopicReader.Read message : read) {
            JsonNode result = MAPPER.readTree(message.text());
            assertThat(message.key()).isEqualTo(result.get("id").asText());
            results.add(result);
        }
        assertThat(results.stream().map(result -> result.get("id").asText()))
                .containsExactlyInAnyOrderElementsOf(orders.keySet());
        results.sort(Comparator.comparingLong(result -> result.get("timestamp").asLong()));
        SerialReplay replay = new SerialReplay(OPENING);
        for (JsonNode result : results) {
            String outcome = replay.execute(orders.get(result.get("id").asText()));
            assertThat(result.get("outcome").asText()).as(result.toString()).isEqualTo(outcome);
        }
        assertThat(results.stream().map(result -> result.get("outcome").asText()).distinct())
                .containsExactlyInAnyOrder("COMMITTED", "ABORTED");
        assertThat(replay.balances().values()).allMatch(balance -> balance.signum() >= 0);
    }
}
