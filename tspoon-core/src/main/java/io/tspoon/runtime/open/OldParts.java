/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import org.apache.flink.api.common.TaskInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The parts of earlier runs of higher parallelism that a coordinator takes care of: deletes them
 * when no snapshot needs them any more, until that has succeeded.
 *
 * <p>Brokers and file systems may take their time, so a thread of its own does it, one at a time.
 * {@link #delete} and {@link #close} are for the mailbox thread. Close ends that thread, so that it
 * opens no part that a later run of higher parallelism writes again.
 */
final class OldParts implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(OldParts.class);

    /** An interrupted thread ends at once, unless a file system does not hear of it. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(60);

    private final WriteAheadLog log;
    private final String graph;
    private final TaskInfo task;
    private @Nullable Thread thread;
    private volatile boolean done;
    private volatile boolean closed;

    OldParts(WriteAheadLog log, String graph, TaskInfo task) {
        this.log = log;
        this.graph = graph;
        this.task = task;
    }

    /** The parts, as indices of coordinators that do not exist any more. */
    static List<Integer> find(WriteAheadLog log, String graph, TaskInfo task) throws IOException {
        int parallelism = task.getNumberOfParallelSubtasks();
        return log.parts(graph).stream()
                .filter(part -> part >= parallelism)
                .filter(part -> part % parallelism == task.getIndexOfThisSubtask())
                .toList();
    }

    /** Begins to delete them, unless that is under way or done. Does not wait. */
    void delete() {
        if (done || closed || (thread != null && thread.isAlive())) {
            return;
        }
        thread = new Thread(this::run, "tspoon-log-" + graph + "-old-parts");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            for (int part : find(log, graph, task)) {
                if (closed) {
                    return;
                }
                delete(part);
            }
            done = true;
        } catch (IOException | RuntimeException e) {
            if (!closed) {
                warn(e);
            }
        }
    }

    private void delete(int part) throws IOException {
        LogWriter writer = log.openWriter(graph, part, this::warn);
        try (writer) {
            writer.deleteBefore(Long.MAX_VALUE);
        }
        if (writer.bytes() > 0) {
            throw new IOException(
                    "Cannot delete part of log: some of it is still there, part="
                            + part
                            + ", bytes="
                            + writer.bytes());
        }
    }

    private void warn(Throwable cause) {
        LOG.warn(
                "Cannot delete old log segments: {}, graph={}. They take room, nothing else; the"
                        + " next checkpoint, or the next start of the job, tries again",
                cause.toString(),
                graph,
                cause);
    }

    @Override
    public void close() {
        closed = true;
        Thread last = thread;
        if (last == null) {
            return;
        }
        last.interrupt();
        if (!awaitEnd(last)) {
            LOG.warn(
                    "Cannot stop deletion of old log segments: it does not hear, graph={},"
                            + " waitedMs={}. Look at the file system or the brokers",
                    graph,
                    CLOSE_TIMEOUT.toMillis());
        }
    }

    /** Goes on when it is interrupted: Flink interrupts who cancels, again and again. */
    private static boolean awaitEnd(Thread thread) {
        long deadline = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
        boolean interrupted = false;
        while (thread.isAlive() && System.nanoTime() - deadline < 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
