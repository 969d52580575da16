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
 * Sends messages to one partition. It is the only one who can: opening the next producer for the
 * same part shuts this one out for good.
 *
 * <p>Used by the writer's thread only, except {@link #abandon}.
 */
final class FencedProducer {
    /*
     * A writer of an earlier run may still be alive without knowing that it was given up. If the
     * partition still took its messages, it would show outcomes that the new run has not read.
     * Kafka refuses messages of a transactional producer as soon as another one with the same id is
     * initialized: the transaction coordinator raises the epoch and ends an open transaction with a
     * marker of the new epoch in the partition. After that the partition takes nothing of the old
     * epoch.
     *
     * Transactions serve only this purpose. Durability does not depend on them: a message is
     * acknowledged when all replicas in sync have it, and the log is read uncommitted, so an
     * aborted transaction takes nothing back. Hence a transaction lasts long, as one for each flush
     * would cost another round trip. It is committed, and a new one begun, after a quarter of the
     * transaction timeout, only so that Kafka does not take the writer for dead.
     */

    /** Number of transactions within Kafka's transaction timeout. */
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

    /** Shuts out older writers. Waits for the brokers, at most for the timeout. */
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
        // The callback gets every result, so the future is not needed.
        var unused =
                producer.send(
                        new ProducerRecord<>(part.topic(), part.index(), null, message), callback);
    }

    /** How long until {@link #commit} is due; zero or less if it is due now. */
    long nanosToCommit() {
        return begun ? begunAtNanos + commitAfterNanos - System.nanoTime() : Long.MAX_VALUE;
    }

    /** Ends the transaction, if there is one; waits for everything that was sent. */
    void commit() {
        if (begun) {
            producer.commitTransaction();
            begun = false;
        }
    }

    /** Stops sending; what is on its way may or may not arrive. For any thread. */
    void abandon() {
        producer.close(Duration.ZERO);
    }
}
