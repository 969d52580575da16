/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.cli.InputQuality;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Faults;

import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A job between topics whose input comes in batches, each when the results of those before are
 * committed. So tasks that fail have results before them that must not come again.
 */
public final class KafkaRun {
    private static final int PARALLELISM = 2;
    private static final int BATCHES = 8;
    private static final int BATCH = 150;
    private static final int FAILS_EVERY = 220;
    private static final int FAILURES = 5;
    private static final Duration CHECKPOINTS = Duration.ofMillis(200);

    /** How many messages enter in all. */
    public static final int COUNT = BATCHES * BATCH;

    private final String name;
    private final MessageSettings settings;

    /**
     * @param name unique to the test; topics begin with it
     */
    public KafkaRun(String name) throws Exception {
        this.name = name;
        this.settings =
                new MessageSettings(
                        null,
                        COUNT,
                        0,
                        1,
                        0,
                        new KafkaSettings(
                                SharedBroker.get().bootstrapServers(),
                                name + "-",
                                false,
                                KafkaSettings.Task.EXECUTE,
                                CHECKPOINTS),
                        new InputQuality(50, true));
    }

    public MessageSettings settings() {
        return settings;
    }

    public KafkaSettings kafka() {
        return settings.kafka();
    }

    /** Creates the topics of the job. */
    public void create(TopicPlan plan) throws Exception {
        new KafkaTopics(kafka()).create(plan.partitions(), plan.all());
    }

    /** Where the job runs, with checkpoints and restarts. */
    public static StreamExecutionEnvironment environment() {
        StreamExecutionEnvironment env =
                EmbeddedFlink.environment(
                        PARALLELISM,
                        EmbeddedFlink.Backend.HEAP,
                        EmbeddedFlink.recovering(CHECKPOINTS));
        env.getConfig().enableObjectReuse();
        return env;
    }

    /** To be put behind the source: it makes tasks fail now and then. */
    public <T> Faults<T> faults() {
        return new Faults<>(name, FAILS_EVERY, FAILURES);
    }

    /** A reader that sees what is committed. */
    public TopicReader reader(String... topics) {
        return new TopicReader(
                kafka().servers(), List.of(topics).stream().map(kafka()::topic).toList());
    }

    /** What happens before a batch. */
    @FunctionalInterface
    public interface Event {
        void before(int batch) throws Exception;
    }

    /**
     * Runs the job that was described in the environment, to its end.
     *
     * @param results how many results are in what was read
     * @return all messages of the input, and what the job has counted
     */
    public Ended execute(
            StreamExecutionEnvironment env,
            String input,
            GeneratorFunction<Long, String> generator,
            TopicReader reader,
            ToLongFunction<List<TopicReader.Read>> results,
            Event event,
            Path savepoints)
            throws Exception {
        KafkaTopics topics = new KafkaTopics(kafka());
        List<String> messages = new ArrayList<>();
        JobClient job = env.executeAsync(name);
        try {
            for (int batch = 0; batch < BATCHES; batch++) {
                event.before(batch);
                long from = messages.size();
                topics.fill(
                        input,
                        new GeneratedMessages(number -> generator.map(from + number), BATCH, 0));
                for (long number = from; number < from + BATCH; number++) {
                    messages.add(generator.map(number));
                }
                reader.await(read -> results.applyAsLong(read) >= messages.size());
            }
            job.stopWithSavepoint(true, savepoints.toUri().toString(), SavepointFormatType.NATIVE)
                    .get(60, TimeUnit.SECONDS);
        } catch (Throwable e) {
            job.cancel();
            throw e;
        }
        reader.toEnd();
        assertThat(Faults.failures(name)).as("failures").isEqualTo(FAILURES);
        return new Ended(
                messages,
                job.getJobExecutionResult().get(60, TimeUnit.SECONDS).getAllAccumulatorResults());
    }

    /**
     * A run that has come to its end.
     *
     * @param messages the input, in order
     * @param counts accumulators of the job
     */
    public record Ended(List<String> messages, Map<String, Object> counts) {}
}
