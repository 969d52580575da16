/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogCorruptedException;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The messages of a partition, from an offset up to the end that it had when this was opened.
 * Memory: what Kafka's consumer fetches at a time, some MiB. For one thread.
 */
final class PartMessages implements SegmentSearch.Messages, Closeable {
    private static final Duration POLL = Duration.ofMillis(200);

    /** Within this many timeouts, brokers that come and go must have sent something. */
    private static final int MAX_SILENT_TIMEOUTS = 4;

    private final LogPart part;
    private final long timeoutNanos;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private long begin;
    private long end;
    private Iterator<ConsumerRecord<byte[], byte[]>> fetched = Collections.emptyIterator();

    /**
     * @param properties of the consumer, see {@link ClientProperties}
     */
    PartMessages(KafkaLogSettings settings, LogPart part, Map<String, Object> properties)
            throws IOException {
        this.part = part;
        this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(settings.timeoutMs());
        try {
            this.consumer =
                    new KafkaConsumer<>(
                            properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException e) {
            throw failed(e);
        }
        try {
            awaitPartition();
            consumer.assign(List.of(part.partition()));
            begin = offset(consumer.beginningOffsets(List.of(part.partition())));
            end = offset(consumer.endOffsets(List.of(part.partition())));
            consumer.seek(part.partition(), begin);
        } catch (KafkaException e) {
            consumer.close();
            throw failed(e);
        } catch (IOException e) {
            consumer.close();
            throw e;
        }
    }

    /** The first offset that exists or will exist. */
    long begin() {
        return begin;
    }

    /** The offset behind the last message. */
    long end() {
        return end;
    }

    @Override
    public void seek(long offset) {
        fetched = Collections.emptyIterator();
        consumer.seek(part.partition(), offset);
    }

    /**
     * The next message; null at the end. Waits for the brokers: for the timeout if they are away,
     * for several timeouts if they come and go.
     *
     * @throws LogCorruptedException if messages are damaged or were deleted; the next call
     *     continues behind them
     */
    @Override
    public @Nullable ConsumerRecord<byte[], byte[]> next() throws IOException {
        if (!fetched.hasNext() && begin < end) {
            fetch();
        }
        if (!fetched.hasNext()) {
            return null;
        }
        ConsumerRecord<byte[], byte[]> message = fetched.next();
        return message.offset() < end ? message : null;
    }

    /**
     * Fetches some messages. Gets none only at the end, because Kafka's own messages take offsets,
     * too.
     */
    private void fetch() throws IOException {
        try {
            long position = consumer.position(part.partition());
            Silence silence = new Silence();
            while (position < end && !fetched.hasNext()) {
                fetched = consumer.poll(POLL).iterator();
                long reached = consumer.position(part.partition());
                if (reached > position) {
                    position = reached;
                    silence = new Silence();
                } else if (silence.meansDamage(position)) {
                    throw skipped(silence.told(position));
                }
            }
        } catch (KafkaException e) {
            throw isDamage(e) ? skipped(failed(e)) : failed(e);
        }
    }

    /**
     * Whether the brokers returned something that is not a valid message, or have no message there.
     * Kafka's clients have no exception type for most of these cases, but have one for everything
     * else that may happen during a fetch.
     */
    private static boolean isDamage(KafkaException e) {
        return !(e instanceof ApiException || e instanceof InterruptException)
                || e instanceof CorruptRecordException
                || e instanceof InvalidRecordException;
    }

    /**
     * A time without messages although there should be some. Brokers that are away send nothing,
     * and brokers that have just come back have not sent anything yet. Only if they have answered
     * other requests for a whole timeout is it known that they have nothing to send.
     */
    private final class Silence {
        private final long begunAtNanos = System.nanoTime();
        private long answersSinceNanos = begunAtNanos;
        private long lastAnswerNanos = begunAtNanos;

        /**
         * Asks the brokers for something else, to see whether they answer.
         *
         * @return whether they have answered for a whole timeout, so that the messages must be
         *     damaged
         * @throws IOException if they do not answer, or come and go for too long
         */
        boolean meansDamage(long position) throws IOException {
            try {
                consumer.endOffsets(List.of(part.partition()));
            } catch (TimeoutException e) {
                IOException away = told(position);
                away.initCause(e);
                throw away;
            }
            long now = System.nanoTime();
            if (now - lastAnswerNanos > timeoutNanos / 2) {
                answersSinceNanos = now; // the brokers, or this process, were away meanwhile
            }
            lastAnswerNanos = now;
            if (now - answersSinceNanos > timeoutNanos) {
                return true;
            }
            if (now - begunAtNanos > MAX_SILENT_TIMEOUTS * timeoutNanos) {
                throw told(position);
            }
            return false;
        }

        IOException told(long position) {
            return new IOException(
                    "[TSP-6205] Cannot read log: the brokers sent nothing, waitedMs="
                            + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunAtNanos)
                            + ", offset="
                            + position
                            + ", end="
                            + end
                            + ", "
                            + part
                            + ". Check that they can be reached");
        }
    }

    /**
     * Continues behind the message that cannot be read, which is damaged or gone.
     *
     * @param problem the error to return if the brokers do not answer
     */
    private IOException skipped(IOException problem) {
        long damaged;
        try {
            damaged = consumer.position(part.partition());
            begin = offset(consumer.beginningOffsets(List.of(part.partition())));
            end = Math.min(end, offset(consumer.endOffsets(List.of(part.partition()))));
            consumer.seek(part.partition(), Math.max(damaged + 1, begin));
        } catch (KafkaException e) {
            problem.addSuppressed(e);
            return problem;
        }
        return new LogCorruptedException(
                "[TSP-6206] Cannot read log: messages of the topic are damaged or were deleted, "
                        + part
                        + ", offset="
                        + damaged
                        + ", begin="
                        + begin
                        + ", end="
                        + end
                        + ", cause="
                        + causeOf(problem)
                        + ". Make an undamaged replica the leader, or recover from another"
                        + " checkpoint or savepoint",
                problem.getCause() == null ? problem : problem.getCause());
    }

    /** The innermost cause that has a message. */
    private static String causeOf(IOException problem) {
        String reason = "the brokers answer, but sent nothing";
        for (Throwable cause = problem.getCause(); cause != null; cause = cause.getCause()) {
            reason = cause.getMessage() == null ? reason : cause.getMessage();
        }
        return reason;
    }

    @Override
    public void close() {
        consumer.close();
    }

    /**
     * Waits for the partition, because a broker that has just started may not yet know what another
     * one has listed.
     */
    private void awaitPartition() throws IOException {
        long begunAtNanos = System.nanoTime();
        while (!exists()) {
            if (System.nanoTime() - begunAtNanos > timeoutNanos) {
                throw new IOException(
                        "[TSP-6207] Cannot read log: the brokers do not know the partition,"
                                + " waitedMs="
                                + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
                                + ", "
                                + part
                                + ". Check that the topic is there and that the user may describe"
                                + " it");
            }
            try {
                Thread.sleep(POLL.toMillis());
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
    }

    private boolean exists() {
        List<PartitionInfo> partitions = consumer.partitionsFor(part.topic());
        return partitions != null && partitions.size() > part.index();
    }

    private long offset(Map<TopicPartition, Long> offsets) {
        return Objects.requireNonNull(offsets.get(part.partition()));
    }

    private IOException failed(KafkaException e) {
        if (e instanceof InterruptException) {
            return new InterruptedIOException("[TSP-6208] Cannot read log: interrupted, " + part);
        }
        return new IOException(
                "[TSP-6209] Cannot read log: "
                        + e
                        + ", "
                        + part
                        + ". Check that the brokers can be reached and that the user may read",
                e);
    }
}
