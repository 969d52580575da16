/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.WriteAheadLog;

import org.apache.flink.annotation.Internal;
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
 * The parts of the log that earlier runs of higher parallelism have written and this coordinator
 * takes care of. It shuts out those that may still write them, and deletes the parts when no
 * snapshot needs them any more. A deletion that fails is tried again.
 *
 * <p>Brokers and file systems may be slow, so a thread of its own deletes the parts one after the
 * other. {@link #delete} and {@link #close} are for the mailbox thread; close ends that thread.
 *
 * <p>If the process is frozen during a deletion, it may go on late, when a run of higher
 * parallelism already writes the same parts again, having gone on from a checkpoint of this run. So
 * only segments from before the beginning of this run are deleted: they contain what the snapshots
 * before this run needed, and nothing else (ADR 0026).
 */
@Internal
public final class OldParts implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(OldParts.class);

    /** An interrupted thread ends at once, unless a file system ignores the interruption. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(60);

    private final WriteAheadLog log;
    private final String graph;

    /** By part: where it ended when this run began. */
    private final NavigableMap<Integer, Long> ends;

    private @Nullable Thread thread;
    private volatile boolean done;
    private volatile boolean closed;

    private OldParts(WriteAheadLog log, String graph, NavigableMap<Integer, Long> ends) {
        this.log = log;
        this.graph = graph;
        this.ends = ends;
    }

    /** Finds the parts of coordinators that do not exist any more, and shuts out their writers. */
    public static OldParts shut(WriteAheadLog log, String graph, TaskInfo task) throws IOException {
        int parallelism = task.getNumberOfParallelSubtasks();
        NavigableMap<Integer, Long> ends = new TreeMap<>();
        for (int part : log.parts(graph)) {
            if (part >= parallelism && part % parallelism == task.getIndexOfThisSubtask()) {
                ends.put(part, log.shut(graph, part));
            }
        }
        return new OldParts(log, graph, ends);
    }

    /** Begins to delete the parts, unless that is under way or done. Does not wait. */
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
                "[TSP-3303] Cannot delete old log segments: {}, graph={}. They take room, nothing"
                        + " else; the next checkpoint, or the next start of the job, tries again",
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
                    "[TSP-3304] Cannot stop deletion of old log segments: it does not hear,"
                            + " graph={}, waitedMs={}. Look at the file system or the brokers",
                    graph,
                    CLOSE_TIMEOUT.toMillis());
        }
    }

    /**
     * Waits for the end of the thread even if interrupted: while it cancels a task, Flink
     * interrupts its thread again and again.
     */
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
