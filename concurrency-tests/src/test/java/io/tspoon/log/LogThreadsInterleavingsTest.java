/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.concurrency.Interleavings;

import org.junit.jupiter.api.Test;

/** Flushes and steps keep their order whenever the threads meet, and none is forgotten. */
class LogThreadsInterleavingsTest {
    @Test
    void reportsAscendAndNothingIsMissing() {
        Interleavings.explore(
                10,
                () -> {
                    Part part = new Part();
                    part.add(part.new Piece(1), part.new Piece(2));
                    part.close();
                    Interleavings.check(part.reported == 2, "all flushes are reported");
                });
    }

    @Test
    void stepRunsWhileNoFlushIsUnderWay() {
        Interleavings.explore(
                10,
                () -> {
                    Part part = new Part();
                    part.add(part.new Piece(1), part.new Alone());
                    part.close();
                    Interleavings.check(part.reported == 1, "the flush is reported");
                    Interleavings.check(part.stepped, "the step has run");
                });
    }

    /** What is written, without a disk. Its fields are plain: the log's threads must order them. */
    private static final class Part {
        final LogThreads threads = new LogThreads(2, 0, "log", cause -> failed = true);
        boolean failed;
        boolean busy;
        int underWay;
        boolean stepped;
        long reported;

        /** At once, so that few switches lead to most that may happen. */
        void add(LogThreads.Task first, LogThreads.Task second) {
            threads.lock.lock();
            try {
                threads.add(first);
                threads.add(second);
            } finally {
                threads.lock.unlock();
            }
        }

        /** A check that fails on a thread of the log is a failure of the log. */
        void close() {
            threads.close();
            Interleavings.check(!failed, "the log has not failed");
        }

        void enter() {
            Interleavings.check(!busy, "one writes at a time");
            busy = true;
        }

        final class Piece extends LogThreads.Flush {
            private final long number;
            private boolean synced;

            Piece(long number) {
                this.number = number;
            }

            @Override
            boolean mayGoBeside() {
                return true;
            }

            @Override
            boolean mayRest() {
                return false;
            }

            @Override
            void begun() {
                enter();
                underWay++;
            }

            @Override
            void write(int others) {}

            @Override
            void written() {
                busy = false;
            }

            @Override
            void sync() {
                synced = true;
            }

            @Override
            void report() {
                Interleavings.check(synced, "only what is synced is reported");
                Interleavings.check(number > reported, "reports ascend");
                reported = number;
            }
        }

        final class Alone extends LogThreads.Step {
            @Override
            boolean run() {
                enter();
                Interleavings.check(reported == underWay, "a step runs alone");
                stepped = true;
                busy = false;
                return false;
            }
        }
    }
}
