/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.SeenResults;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.CommonTestUtils;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Whole jobs with their log in Kafka, against a real broker. */
@Timeout(300)
class KafkaJobITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();
    @RegisterExtension static final SharedBroker BROKER = new SharedBroker();

    private static final int TRANSFERS = 3_000;
    private static final int ACCOUNTS = 100;
    private static final int PACE = 1_000;
    private static final int EARLY = 300;
    private static final int HELD_BACK = 500;
    private static final int PARTITIONS = 3;

    /** At each of two places. */
    private static final int FAILURES = 2;

    private static final long NEVER_MS = 3_600_000;

    /** Of the log whose broker is killed. */
    private static final Duration BROKER_TIMEOUT = Duration.ofSeconds(5);

    private final String test = UUID.randomUUID().toString();

    /** From a topic to the results: one for each message, whatever fails in between. */
    @ParameterizedTest(name = "checkpoints every {0} ms")
    @ValueSource(longs = {100, NEVER_MS})
    void messagesOfATopicAreExecutedOnce(long checkpointMs) throws Exception {
        produceNumbers();
        StreamExecutionEnvironment environment = environment(checkpointMs);
        KafkaSource<String> source =
                KafkaSource.<String>builder()
                        .setBootstrapServers(BROKER.bootstrapServers())
                        .setTopics(test)
                        .setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed")
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setBounded(OffsetsInitializer.latest())
                        .setValueOnlyDeserializer(new SimpleStringSchema())
                        .build();
        DataStream<Transfer> transfers =
                environment
                        .fromSource(source, WatermarkStrategy.noWatermarks(), "messages")
                        .map(text -> Transfer.numbered(Long.parseLong(text), ACCOUNTS, 42))
                        .returns(Transfer.class)
                        .map(new Faults<>(test + "-before", 1_000, FAILURES));
        DataStream<TransactionResult<Long>> results =
                settle(transfers, log(BROKER.bootstrapServers(), Duration.ofSeconds(20)));
        Tap.open(results, test);
        ExactlyOnceSink.collect(
                results.map(new Faults<TransactionResult<Long>>(test + "-after", 1_300, FAILURES))
                        .returns(results.getType()),
                test);

        environment.execute();

        check();
        assertThat(Faults.failures(test + "-before")).isEqualTo(FAILURES);
        assertThat(Faults.failures(test + "-after")).isEqualTo(FAILURES);
    }

    /** To open the log for writing would shut out the job that writes it. */
    @Test
    void refusedJobDoesNotDisturbTheOneThatWritesTheLog() throws Exception {
        KafkaLog log = log(BROKER.bootstrapServers(), Duration.ofSeconds(20));
        JobClient job = startEndless(log, test);
        Tap.await(test, EARLY, job.getJobExecutionResult());

        JobClient other = startEndless(log, test + "-other");
        assertThatThrownBy(() -> other.getJobExecutionResult().get())
                .hasStackTraceContaining("there is one of another job, graph=bank");

        Tap.await(test, Tap.passed(test).size() + EARLY, job.getJobExecutionResult());
        EmbeddedFlink.cancel(job);
    }

    /** The job fails as the broker does not answer, and goes on when it is there again. */
    @Test
    void brokerIsKilledUnderLoadAndComesBack(
            @TempDir Path directory, @InjectMiniCluster MiniCluster cluster) throws Exception {
        try (BrokerProcess broker = new BrokerProcess(directory)) {
            StreamExecutionEnvironment environment = environment(NEVER_MS);
            DataStream<Transfer> transfers = gatedTransfers(environment);
            DataStream<TransactionResult<Long>> results =
                    settle(transfers, log(broker.bootstrapServers(), BROKER_TIMEOUT));
            Tap.open(results, test);
            ExactlyOnceSink.collect(results, test);
            JobClient job = environment.executeAsync();
            Tap.await(test, EARLY, job.getJobExecutionResult());

            broker.kill();
            GatedNumbers.open(test);
            String unwritten = "Cannot commit transactions: the write-ahead log cannot be written";
            assertThat(awaitFailure(cluster, job, 0, unwritten).getExceptionAsString())
                    .contains("graph=bank")
                    .contains("check that the brokers can be reached")
                    .contains(broker.bootstrapServers());
            checkNothingPasses(cluster, job);
            broker.start();
            job.getJobExecutionResult().get();
        }
        check();
    }

    /**
     * While the job tries to go on without a broker. When it is refused for the first time, the run
     * that failed has ended, so whatever is durable of it has passed.
     */
    private void checkNothingPasses(MiniCluster cluster, JobClient job) throws Exception {
        String refusal = "Cannot look at topic of log";
        long refusedMs = awaitFailure(cluster, job, 0, refusal).getTimestamp();
        int seen = Tap.passed(test).size();
        assertThat(seen).isLessThan(TRANSFERS);

        // The other coordinator of the same run is refused at the same time.
        awaitFailure(cluster, job, refusedMs + BROKER_TIMEOUT.toMillis() / 2, refusal);

        assertThat(Tap.passed(test)).hasSize(seen);
    }

    /** Each of the two instances holds back some, which are there when the broker is not. */
    private DataStream<Transfer> gatedTransfers(StreamExecutionEnvironment environment) {
        int half = TRANSFERS / 2;
        return environment
                .fromSource(
                        new GatedNumbers(
                                0,
                                TRANSFERS,
                                new GatedNumbers.Gate(test, half - HELD_BACK, half),
                                new GatedNumbers.Gate(test, TRANSFERS - HELD_BACK, TRANSFERS)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(number -> Transfer.numbered(number, ACCOUNTS, 42))
                .returns(Transfer.class);
    }

    /** A job that fails for good when it fails. */
    private static JobClient startEndless(KafkaLog log, String tap) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        DataStream<Transfer> transfers =
                Bank.pacedTransfers(environment, Long.MAX_VALUE, PACE, ACCOUNTS);
        Tap.open(settle(transfers, log), tap);
        return environment.executeAsync();
    }

    /** The first failure that is seen, later than a time, with a text in it or in a cause. */
    private static ErrorInfo awaitFailure(
            MiniCluster cluster, JobClient job, long afterMs, String text) throws Exception {
        AtomicReference<ErrorInfo> found = new AtomicReference<>();
        CommonTestUtils.waitUntilCondition(
                () -> {
                    ErrorInfo last =
                            cluster.getExecutionGraph(job.getJobID()).get().getFailureInfo();
                    boolean isFound =
                            last != null
                                    && last.getTimestamp() > afterMs
                                    && last.getExceptionAsString().contains(text);
                    found.set(isFound ? last : null);
                    return isFound;
                });
        return found.get();
    }

    private static StreamExecutionEnvironment environment(long checkpointMs) {
        return EmbeddedFlink.environment(
                2, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofMillis(checkpointMs)));
    }

    private KafkaLog log(String bootstrapServers, Duration timeout) {
        return KafkaLog.builder()
                .bootstrapServers(bootstrapServers)
                .topic("log-" + test)
                .timeout(timeout)
                .build();
    }

    private static DataStream<TransactionResult<Long>> settle(
            DataStream<Transfer> transfers, KafkaLog log) {
        return Bank.settle(
                TransactionalGraph.named("bank").writeAheadLog(log), transfers, Bank.BALANCE);
    }

    private void produceNumbers() throws Exception {
        try (Admin admin = BROKER.admin();
                KafkaProducer<String, String> producer =
                        new KafkaProducer<>(
                                Map.of(
                                        "bootstrap.servers",
                                        BROKER.bootstrapServers(),
                                        // A new partition may refuse the first batch and take
                                        // the second, and then never the first.
                                        "max.in.flight.requests.per.connection",
                                        1),
                                new StringSerializer(),
                                new StringSerializer())) {
            admin.createTopics(List.of(new NewTopic(test, PARTITIONS, (short) 1))).all().get();
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int number = 0; number < TRANSFERS; number++) {
                String text = Integer.toString(number);
                sent.add(
                        producer.send(new ProducerRecord<>(test, number % PARTITIONS, null, text)));
            }
            for (Future<RecordMetadata> message : sent) {
                message.get();
            }
        }
    }

    private void check() {
        List<TransactionResult<Long>> all = ExactlyOnceSink.received(test);
        Bank.checkComplete(all, 0, TRANSFERS);
        Bank.checkConserved(Bank.replay(all, Map.of(), ACCOUNTS));
        List<TransactionResult<Long>> seen = Tap.passed(test);
        assertThat(seen).hasSizeGreaterThan(TRANSFERS); // something was repeated
        SeenResults.checkStay(seen, all);
    }
}
