/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogFailure;
import io.tspoon.log.LogWriter;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Writes one part: gathers appended records into flushes, each of which becomes one message.
 *
 * <p>A flush is sent as soon as there is anything to flush and fewer than {@link
 * ClientProperties#MAX_IN_FLIGHT} are on their way. So an idle writer sends each append alone and
 * at once, and a busy writer sends few large messages, without a timer.
 *
 * <p>Threads: the owner waits for brokers only in {@link #roll} and {@link #close}. The log thread
 * sends, and commits Kafka's transaction when that is due. Kafka's threads deliver the answers.
 * They meet in the {@link FlushQueue}. One thread at a time calls the listener, and none does after
 * a failure, which ends the writer.
 */
final class KafkaLogWriter implements LogWriter {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaLogWriter.class);

    /** A failure shows within two timeouts: that of a commit and then that of a message. */
    private static final int TIMEOUTS_TO_WAIT = 3;

    /**
     * When a task is cancelled, it closes its log without being interrupted, and Flink kills the
     * process if that takes longer than {@code task.cancellation.timeout}, three minutes by
     * default.
     */
    private static final long MAX_CLOSE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final LogPart part;
    private final long waitNanos;
    private final LogTopic topic;
    private final FencedProducer producer;
    private final LogFailure failure;
    private final FlushQueue queue;
    private final Thread thread;
    private final Object notifications = new Object();

    @GuardedBy("notifications")
    private @Nullable Durable listener;

    @GuardedBy("notifications")
    private boolean failed;

    /**
     * The last deletion, which also covers what earlier ones have not deleted. Confined to the
     * owner.
     */
    private CompletableFuture<Void> deletion = CompletableFuture.completedFuture(null);

    /** Takes ownership of topic and producer, and closes them. */
    KafkaLogWriter(
            KafkaLogSettings settings,
            LogPart part,
            LogTopic topic,
            FencedProducer producer,
            LogFailure failure) {
        this.part = part;
        this.waitNanos = TimeUnit.MILLISECONDS.toNanos(TIMEOUTS_TO_WAIT * settings.timeoutMs());
        this.topic = topic;
        this.producer = producer;
        this.failure = failure;
        this.queue = new FlushQueue(part);
        this.thread = new Thread(this::run, part.writerId());
        thread.setDaemon(true);
    }

    KafkaLogWriter start() {
        thread.start();
        return this;
    }

    @Override
    public void onDurable(Durable listener) {
        synchronized (notifications) {
            this.listener = listener;
        }
    }

    @Override
    public void append(long ticket, byte[] records, int length) {
        queue.append(ticket, records, length);
    }

    @Override
    public long roll(byte[] header) throws IOException {
        return queue.roll(header, waitNanos);
    }

    @Override
    public int maxHeaderBytes() {
        return FlushLimits.MAX_BYTES;
    }

    @Override
    public void deleteBefore(long position) {
        deletion = topic.deleteBefore(part, position).thenRun(() -> queue.deleteBefore(position));
    }

    /** What this writer has written and not deleted, without what earlier writers have left. */
    @Override
    public long bytes() {
        return queue.bytes();
    }

    @Override
    public void close() throws IOException {
        close(Math.min(waitNanos, MAX_CLOSE_NANOS));
    }

    /**
     * Waits until everything is durable, Kafka's transaction has ended, and deletions are done, but
     * at most for the given time. If the transaction is still open then, the opening of the next
     * writer ends it.
     */
    void close(long maxNanos) throws IOException {
        if (!queue.close()) {
            return;
        }
        long endNanos = System.nanoTime() + maxNanos;
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, maxNanos);
            if (!queue.ended()) {
                fail(new TimeoutException("no answer before the log was closed"));
            }
            queue.throwIfFailed();
            awaitDeletion(endNanos - System.nanoTime());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException("[TSP-6106] Cannot close log: interrupted, " + part);
            interrupted.initCause(e);
            throw interrupted;
        } finally {
            try {
                producer.abandon();
            } finally {
                topic.close();
            }
        }
    }

    private void awaitDeletion(long nanos) throws IOException, InterruptedException {
        try {
            deletion.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw LogTopic.notDeleted(part, e.getCause() == null ? e : e.getCause());
        }
    }

    /**
     * The log thread. Runs until the writer is closed and everything is durable, or until it has
     * failed.
     */
    private void run() {
        try {
            long number = 0;
            while (!queue.ended()) {
                if (producer.nanosToCommit() <= 0) {
                    producer.commit();
                }
                Flush flush = queue.take(producer.nanosToCommit());
                if (flush != null) {
                    number = flush.isHeader() ? 0 : number + 1;
                    producer.send(
                            flush.encode(number),
                            (metadata, problem) -> answered(flush, metadata, problem));
                }
            }
        } catch (Exception | Error e) {
            // Otherwise everything is durable, and only Kafka's transaction stays open.
            if (!queue.ended()) {
                fail(e);
            }
            return;
        }
        endTransaction();
    }

    /**
     * Called when everything is durable or has failed. Whoever opens the next writer would also end
     * it.
     */
    private void endTransaction() {
        try {
            producer.commit();
        } catch (RuntimeException e) {
            LOG.debug("[TSP-6107] Cannot end transaction of log: {}, {}", e.toString(), part);
        }
    }

    private void answered(
            Flush flush, @Nullable RecordMetadata metadata, @Nullable Exception problem) {
        if (metadata == null || problem != null) {
            fail(problem == null ? new IllegalStateException("no answer") : problem);
            return;
        }
        try {
            long ticket = queue.acknowledge(flush, metadata.offset());
            if (ticket == Flush.NO_TICKET) {
                return;
            }
            synchronized (notifications) {
                if (!failed && listener != null) {
                    listener.durable(ticket);
                }
            }
        } catch (PartWentBackException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(Throwable cause) {
        IOException failedBy = WriteFailure.of(cause, part);
        if (!queue.fail(failedBy)) {
            return;
        }
        // Before Kafka's thread continues, so that nothing is sent after the flush that is missing.
        producer.abandon();
        synchronized (notifications) {
            failed = true;
            failure.failed(failedBy);
        }
    }
}
