/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.job;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.log.kafka.KafkaLog;
import io.tspoon.transaction.Durability;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.ParameterTool;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * A job with all that may be left in a process when a job has ended: two ledgers, one with its log
 * in files and the other with its log in Kafka; keys and values of classes of its own, which can be
 * queried; and failures when somebody wants them.
 */
public final class LedgersJob {
    /** The t-graph with its log in files. */
    public static final String IN_FILES = "in_files";

    /** The t-graph with its log in Kafka. */
    public static final String IN_KAFKA = "in_kafka";

    private static final String FILES = "files";
    private static final String TOPIC = "topic";
    private static final String FAIL = "fail";

    private static final int POSTINGS_PER_SECOND = 100;
    private static final int ACCOUNTS = 50;

    private LedgersJob() {}

    /** The name of a ledger's state. */
    public static String state(String ledger) {
        return ledger + "_account";
    }

    /**
     * A key.
     *
     * @param number from 0 to {@value LedgersJob#ACCOUNTS}, excluded
     */
    public record AccountId(int number) {}

    /** A value. */
    public record Account(long balance, long postings) {
        Account posted(long amount) {
            return new Account(balance + amount, postings + 1);
        }
    }

    /**
     * The arguments of the job.
     *
     * @param files directory of the log in files
     * @param topic topic of the log in Kafka, as {@code kafka://host:port/topic}
     * @param fail see {@link FailOnDemand}
     */
    public static List<String> arguments(URI files, URI topic, Path fail) {
        return List.of(
                "--" + FILES,
                files.toString(),
                "--" + TOPIC,
                topic.toString(),
                "--" + FAIL,
                fail.toString());
    }

    public static void main(String[] args) throws Exception {
        ParameterTool given = ParameterTool.fromArgs(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Long> numbers =
                env.fromSource(
                                new DataGeneratorSource<>(
                                        number -> number,
                                        Long.MAX_VALUE,
                                        RateLimiterStrategy.perSecond(POSTINGS_PER_SECOND),
                                        Types.LONG),
                                WatermarkStrategy.noWatermarks(),
                                "postings")
                        .map(new FailOnDemand(given.getRequired(FAIL)));
        ledger(numbers, IN_FILES, new FileLog(given.getRequired(FILES)));
        ledger(numbers, IN_KAFKA, kafka(URI.create(given.getRequired(TOPIC))));
        env.execute("ledgers");
    }

    private static void ledger(DataStream<Long> numbers, String name, WriteAheadLog log) {
        StateSpec<AccountId, Account> accounts =
                StateSpec.named(state(name), AccountId.class, Account.class)
                        .initialValue(new Account(0, 0));
        TransactionalGraph.named(name)
                .durability(Durability.LOG)
                .writeAheadLog(log)
                .openTransaction(numbers, number -> Long.toString(number))
                .keyBy(number -> new AccountId((int) (number % ACCOUNTS)), AccountId.class)
                .update(accounts, Account::posted)
                .closeTransaction()
                .sinkTo(new DiscardingSink<>());
    }

    private static WriteAheadLog kafka(URI topic) {
        return KafkaLog.builder()
                .bootstrapServers(topic.getAuthority())
                .topic(topic.getPath().substring(1))
                .build();
    }
}
