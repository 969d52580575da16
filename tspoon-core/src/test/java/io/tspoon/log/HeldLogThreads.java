/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.junit.jupiter.api.AfterEach;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/** Threads of a log whose tasks a test holds back and lets go, with what they did and reported. */
abstract class HeldLogThreads {
    final Heard heard = new Heard();
    LogThreads threads = new LogThreads(2, 0, "log", heard);

    /** What was done, in this order. */
    final List<String> done = Collections.synchronizedList(new ArrayList<>());

    /** All flushes; the first has number 1. */
    final List<Flush> flushes = Collections.synchronizedList(new ArrayList<>());

    private final AtomicBoolean writing = new AtomicBoolean();
    private int reported;

    @AfterEach
    void closeThreads() {
        flushes.forEach(flush -> flush.writes.release());
        flushes.forEach(flush -> flush.syncs.release());
        threads.close();
    }

    /** One that a test lets go on step by step. */
    final class Flush extends LogThreads.Flush {
        private final long number;
        boolean beside;
        boolean rests;
        final Semaphore written = new Semaphore(0);
        final Semaphore syncs = new Semaphore(0);
        final Semaphore writes = new Semaphore(1);
        final Semaphore abandoning = new Semaphore(0);
        final Semaphore mayAbandon = new Semaphore(1);
        volatile boolean writeFails;
        volatile boolean fails;
        volatile boolean synced;

        Flush(long number, boolean beside) {
            this.number = number;
            this.beside = beside;
        }

        @Override
        boolean mayGoBeside() {
            return beside;
        }

        @Override
        boolean mayRest() {
            return rests;
        }

        @Override
        void begun() {}

        @Override
        void write(int others) throws IOException {
            assertThat(writing.compareAndSet(false, true)).isTrue();
            done.add(number + " beside " + others);
            writes.acquireUninterruptibly();
            Thread.yield();
            writing.set(false);
            if (writeFails) {
                throw new IOException("No space left on device, flush=" + number);
            }
        }

        @Override
        void written() {
            written.release();
        }

        @Override
        void sync() throws IOException {
            syncs.acquireUninterruptibly();
            if (fails) {
                throw new IOException("Input/output error, flush=" + number);
            }
            synced = true;
        }

        @Override
        void abandon(IOException cause) {
            abandoning.release();
            mayAbandon.acquireUninterruptibly();
            done.add(number + " abandoned");
        }

        @Override
        void report() {
            while (reported < number) {
                assertThat(flushes.get(reported++).synced).isTrue();
            }
            heard.durable(number);
        }
    }

    Flush flush(long number, boolean beside) {
        Flush flush = notAdded(number, beside);
        add(flush);
        return flush;
    }

    Flush resting(long number) {
        Flush flush = notAdded(number, true);
        flush.rests = true;
        add(flush);
        return flush;
    }

    void rest(Duration rest) {
        threads.close();
        threads = new LogThreads(2, rest.toNanos(), "log", heard);
    }

    Flush notAdded(long number, boolean beside) {
        Flush flush = new Flush(number, beside);
        flushes.add(flush);
        return flush;
    }

    Flush written(long number) {
        Flush flush = flush(number, true);
        flush.written.acquireUninterruptibly();
        return flush;
    }

    void step(String name) {
        step(name, 1);
    }

    void step(String name, int times) {
        AtomicInteger runs = new AtomicInteger(times);
        add(
                new LogThreads.Step() {
                    @Override
                    boolean run() {
                        done.add(name);
                        return runs.getAndDecrement() > 1;
                    }

                    @Override
                    void abandon(IOException cause) {
                        done.add(name + " abandoned");
                    }
                });
    }

    void add(LogThreads.Task task) {
        threads.lock.lock();
        try {
            threads.add(task);
        } finally {
            threads.lock.unlock();
        }
    }
}
