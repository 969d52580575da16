/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that execute elements one after the other, without Flink.
 *
 * <p>With a rate, each element is due at its place in an even schedule, whether or not the thread
 * keeps up, and its latency counts from there (no coordinated omission).
 *
 * <p>When the run is inspected they stop.
 *
 * @param <T> type of the elements
 */
public final class Clients<T> extends Running {
    private static final Duration END_TIMEOUT = Duration.ofSeconds(30);

    private final String meter;
    private final Inspection inspection;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;

    private Clients(String meter) {
        this.meter = meter;
        this.inspection = Meter.named(meter).inspection();
    }

    /**
     * What one thread does.
     *
     * @param <T> type of the elements
     */
    public interface Client<T> extends AutoCloseable {
        /** Executes an element, and counts it. */
        void execute(T element, Gauge gauge) throws Exception;

        @Override
        default void close() throws Exception {}
    }

    /**
     * Opens the client of a thread, on that thread.
     *
     * @param <T> type of the elements
     */
    @FunctionalInterface
    public interface Opening<T> {
        Client<T> open(int index) throws Exception;
    }

    /**
     * Starts threads.
     *
     * @param meter name of the meter that they count on
     * @param count how many
     * @param elements what they execute
     * @param perSecond elements due per second over all threads; 0 for as fast as they can
     * @param opening opens the client of each
     */
    public static <T> Clients<T> start(
            String meter, int count, Elements<T> elements, double perSecond, Opening<T> opening) {
        Clients<T> clients = new Clients<>(meter);
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            int index = i;
            double periodNs = perSecond > 0 ? 1e9 * count / perSecond : 0;
            long first = begin + Math.round(periodNs * index / count);
            Elements.Generator<T> own = elements.generator(index, count);
            Thread thread =
                    new Thread(
                            () -> clients.run(opening, index, own, first, periodNs),
                            "client-" + index);
            thread.setDaemon(true);
            clients.threads.add(thread);
        }
        clients.threads.forEach(Thread::start);
        return clients;
    }

    private void run(
            Opening<T> opening,
            int index,
            Elements.Generator<T> elements,
            long first,
            double periodNs) {
        Gauge gauge = Meter.gauge(meter);
        try (Client<T> client = opening.open(index)) {
            while (!stopped && !inspection.isStopped() && elements.hasNext()) {
                long due = first + Math.round(periodNs * elements.generated());
                if (periodNs > 0) {
                    waitUntil(due);
                }
                client.execute(elements.next(due), gauge);
                if (periodNs > 0) {
                    gauge.recordSince(due);
                }
            }
            inspection.stopped(index, elements.generated());
        } catch (Exception e) {
            failure = e;
        }
    }

    private void waitUntil(long due) {
        long left = due - System.nanoTime();
        while (left > 0 && !stopped) {
            LockSupport.parkNanos(left);
            left = due - System.nanoTime();
        }
    }

    /** Waits until all elements are executed. */
    public void awaitEnd(Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        try {
            for (Thread thread : threads) {
                thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
                if (thread.isAlive()) {
                    throw new BenchmarkException(
                            "Cannot wait for clients: they do not end, job=" + meter);
                }
            }
        } catch (InterruptedException e) {
            throw new BenchmarkException("Cannot wait for clients: job=" + meter, e);
        }
        checkFailure();
    }

    @Override
    public void checkRunning() {
        checkFailure();
        if (!inspection.isStopped() && threads.stream().noneMatch(Thread::isAlive)) {
            throw new BenchmarkException("Cannot measure clients: they have ended, job=" + meter);
        }
    }

    private void checkFailure() {
        Throwable reason = failure;
        if (reason != null) {
            throw new BenchmarkException("Cannot go on: a client failed, job=" + meter, reason);
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.forEach(LockSupport::unpark);
        awaitEnd(END_TIMEOUT);
    }
}
