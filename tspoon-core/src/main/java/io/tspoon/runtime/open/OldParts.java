/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.WriteAheadLog;

import org.apache.flink.api.common.TaskInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The parts of earlier runs of higher parallelism that a coordinator takes care of: shuts out who
 * may still write them, and deletes them when no snapshot needs them any more, until that has
 * succeeded.
 *
 * <p>Brokers and file systems may take their time, so a thread of its own does it, one at a time.
 * {@link #delete} and {@link #close} are for the mailbox thread. Close ends that thread. A process
 * that is frozen meanwhile goes on late, when a run of higher parallelism may write the parts again
 * that has gone on from a checkpoint of this one. So what goes ends where this run has begun: that
 * is what the snapshots before this run needed, and all that they needed.
 */
final class OldParts implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(OldParts.class);

    /** An interrupted thread ends at once, unless a file system does not hear of it. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(60);

    private final WriteAheadLog log;
    private final String graph;

    /** Where each part ended when this run began. */
    private final NavigableMap<Integer, Long> ends;

    private @Nullable Thread thread;
    private volatile boolean done;
    private volatile boolean closed;

    private OldParts(WriteAheadLog log, String graph, NavigableMap<Integer, Long> ends) {
        this.log = log;
        this.graph = graph;
        this.ends = ends;
    }

    /** Finds the parts, indices of coordinators that do not exist any more, and shuts them. */
    static OldParts shut(WriteAheadLog log, String graph, TaskInfo task) throws IOException {
        int parallelism = task.getNumberOfParallelSubtasks();
        NavigableMap<Integer, Long> ends = new TreeMap<>();
        for (int part : log.parts(graph)) {
            if (part >= parallelism && part % parallelism == task.getIndexOfThisSubtask()) {
                ends.put(part, log.shut(graph, part));
            }
        }
        return new OldParts(log, graph, ends);
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
            for (Map.Entry<Integer, Long> end : ends.entrySet()) {
                if (closed) {
                    return;
                }
                log.deleteBefore(graph, end.getKey(), end.getValue());
            }
            done = true;
        } catch (IOException | RuntimeException e) {
            if (!closed) {
                warn(e);
            }
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
