/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Sends messages to one partition, and is the only one who can: who opens the next one for the same
 * part shuts this one out for good.
 *
 * <p>A writer of an earlier run may be alive without knowing that it is written off. If its
 * messages were still taken, it would show outcomes that the new run has not read. Kafka refuses
 * messages of a transactional producer as soon as another one of the same id is initialized: the
 * coordinator raises the epoch, and ends an open transaction with a marker of the new epoch in the
 * partition, after which the partition takes nothing of the old one.
 *
 * <p>Transactions serve for this only. What is durable does not depend on them: an answer to a
 * message is given when all replicas in sync have it, and the log is read uncommitted, so an
 * aborted transaction takes nothing back. Hence one transaction goes on for long; it is committed
 * and a new one begun only so that Kafka does not take the writer for dead, after a quarter of the
 * transaction timeout.
 *
 * <p>Used by the writer's thread, but for {@link #abandon}.
 */
final class FencedProducer {
    /** Transactions in the time in which Kafka waits for one. */
    private static final int COMMITS = 4;

    private final KafkaProducer<byte[], byte[]> producer;
    private final LogPart part;
    private final long commitAfterNanos;
    private boolean begun;
    private long begunAtNanos;

    private FencedProducer(
            KafkaProducer<byte[], byte[]> producer, LogPart part, long commitAfterNanos) {
        this.producer = producer;
        this.part = part;
        this.commitAfterNanos = commitAfterNanos;
    }

    /** Shuts out older writers; waits for the brokers, the timeout at most. */
    static FencedProducer open(KafkaLogSettings settings, LogPart part) throws IOException {
        KafkaProducer<byte[], byte[]> producer = null;
        try {
            producer =
                    new KafkaProducer<>(
                            ClientProperties.producer(settings, part),
                            new ByteArraySerializer(),
                            new ByteArraySerializer());
            producer.initTransactions();
        } catch (KafkaException e) {
            if (producer != null) {
                producer.close(Duration.ZERO);
            }
            throw WriteFailure.ofOpening(e, part, settings.transactionTimeoutMs());
        }
        return new FencedProducer(
                producer,
                part,
                TimeUnit.MILLISECONDS.toNanos(settings.transactionTimeoutMs()) / COMMITS);
    }

    void send(byte[] message, Callback callback) {
        if (!begun) {
            producer.beginTransaction();
            begun = true;
            begunAtNanos = System.nanoTime();
        }
        // The callback hears of each result.
        var unused =
                producer.send(
                        new ProducerRecord<>(part.topic(), part.index(), null, message), callback);
    }

    /** How long until {@link #commit} is due; less than one if it is. */
    long nanosToCommit() {
        return begun ? begunAtNanos + commitAfterNanos - System.nanoTime() : Long.MAX_VALUE;
    }

    /** Ends the transaction, if there is one; waits for all that was sent. */
    void commit() {
        if (begun) {
            producer.commitTransaction();
            begun = false;
        }
    }

    /** From any thread: sends nothing any more; what is on its way may arrive or not. */
    void abandon() {
        producer.close(Duration.ZERO);
    }
}
