/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The threads of a log and whoever adds tasks, as far as {@link LogTurns} knows them. What a thread
 * does under the lock is one step here. A thread that is signalled wakes up any time later; which
 * one it is, is open. Time passes only while somebody minds the clock.
 */
final class TurnsWorld implements EveryOrder.World, LogTurns.Sleepers {
    static final int THREADS = 2;
    static final long REST = 100;

    private final LogTurns turns = new LogTurns(THREADS, REST, this::now, this);
    private final List<LogThread> threads = new ArrayList<>();
    private final List<Consumer<TurnsWorld>> toDo;
    private final List<String> history = new ArrayList<>();

    private @Nullable Piece newest;
    private long now;
    private int done;
    private int signals;
    private int busy;
    private int underWay;
    private int added;
    private int ended;
    private long reported;

    TurnsWorld(List<Consumer<TurnsWorld>> toDo) {
        this.toDo = toDo;
        for (int i = 0; i < THREADS; i++) {
            threads.add(new LogThread(i));
        }
    }

    private long now() {
        return now;
    }

    // ------------------------------------------------------------------ what is to be done

    void add(boolean beside, boolean rests) {
        newest = new Piece(++added, beside, rests);
        turns.add(newest);
    }

    void addStep(int runs) {
        added++;
        turns.add(new Alone(runs));
    }

    /** The newest flush is large now, if it waits. */
    void grow() {
        if (newest != null && !newest.begun) {
            newest.beside = true;
            newest.rests = false;
            turns.wakeIfDue();
        }
    }

    void close() {
        turns.close();
    }

    // ------------------------------------------------------------------ steps

    private List<Runnable> steps() {
        List<Runnable> steps = new ArrayList<>();
        if (done < toDo.size()) {
            steps.add(() -> toDo.get(done++).accept(this));
        }
        threads.forEach(thread -> thread.addSteps(steps));
        return steps;
    }

    @Override
    public int choices() {
        return steps().size();
    }

    @Override
    public void take(int choice) {
        steps().get(choice).run();
        history.add(state());
        checkNobodyIsMissing();
    }

    private void checkNobodyIsMissing() {
        long minding = threads.stream().filter(thread -> thread.minds).count();
        assertThat(minding).as("one minds the clock").isLessThanOrEqualTo(1);
        if (turns.isClosing()) {
            assertThat(turns.restNanos()).as("nothing rests when closed").isZero();
        }
        if (turns.mayBegin()) {
            boolean looks = threads.stream().anyMatch(one -> one.looks() || one.called);
            assertThat(looks || signals > 0 || (minding > 0 && turns.restNanos() > 0))
                    .as("somebody will begin the next task")
                    .isTrue();
        }
    }

    @Override
    public void wakeOne() {
        assertThat(threads).as("nobody looks anyway").noneMatch(LogThread::looks);
        assertThat(signals).as("one is woken up at a time").isZero();
        assertThat(turns.restNanos() > 0 && threads.stream().anyMatch(one -> one.minds))
                .as("nobody is woken up before the time")
                .isFalse();
        signals += sleeping() > 0 ? 1 : 0;
    }

    @Override
    public void wakeAll() {
        threads.stream().filter(thread -> thread.asleep).forEach(thread -> thread.called = true);
        signals = 0;
    }

    private long sleeping() {
        return threads.stream().filter(thread -> thread.asleep && !thread.called).count();
    }

    @Override
    public String state() {
        return turns + ", now=" + now + ", done=" + done + ", signals=" + signals + threads;
    }

    @Override
    public void checkEnd() {
        assertThat(ended).as("tasks that have ended").isEqualTo(added);
        assertThat(turns.isClosing()).isEqualTo(threads.stream().allMatch(thread -> thread.over));
    }

    @Override
    public String toString() {
        return String.join("\n", history);
    }

    /** A thread of the log, between two steps. */
    private final class LogThread {
        private final int number;
        private @Nullable Runnable next;
        private boolean asleep;
        private boolean minds;
        private boolean called;
        private boolean over;
        private String at = "looks";

        LogThread(int number) {
            this.number = number;
            this.next = this::look;
        }

        boolean looks() {
            return at.equals("looks");
        }

        void addSteps(List<Runnable> steps) {
            if (over) {
                return;
            }
            if (!asleep) {
                steps.add(next);
                return;
            }
            if (signals > 0 || called) {
                steps.add(this::wakeUp);
            }
            // That it wakes up by itself while it is signalled is the same step.
            if (minds && signals == 0 && !called) {
                steps.add(
                        () -> {
                            now += Math.max(0, turns.restNanos());
                            wakeUp();
                        });
            }
        }

        private void wakeUp() {
            signals -= called || signals == 0 ? 0 : 1;
            asleep = false;
            called = false;
            turns.wakeUp(minds);
            minds = false;
            look();
        }

        private void look() {
            LogThreads.Task task = turns.begin();
            if (task == null && turns.isEnd()) {
                over = true;
                at("over", null);
            } else if (task == null) {
                minds = turns.fallAsleep();
                asleep = true;
                at("sleeps", null);
            } else if (task instanceof Piece piece) {
                enter();
                at("begins", () -> write(piece));
            } else {
                enter();
                assertThat(underWay).as("a step runs alone").isZero();
                at("steps", () -> run((Alone) task));
            }
        }

        private void at(String where, @Nullable Runnable step) {
            at = where;
            next = step;
        }

        private void enter() {
            assertThat(++busy).as("one writes at a time").isEqualTo(1);
        }

        private void write(Piece piece) {
            underWay++;
            assertThat(turns.write(piece)).isEqualTo(underWay - 1).isLessThan(THREADS);
            at("writes", () -> written(piece));
        }

        private void written(Piece piece) {
            busy--;
            turns.written(piece);
            at("syncs", () -> synced(piece));
        }

        private void synced(Piece piece) {
            underWay--;
            ended++;
            piece.synced = true;
            at("looks", this::look);
            LogThreads.Flush last = turns.synced(piece);
            if (last != null) {
                last.report();
            }
        }

        private void run(Alone step) {
            busy--;
            boolean again = step.run();
            ended += again && !turns.isClosing() ? 0 : 1;
            at("looks", this::look);
            turns.ran(step, again);
        }

        @Override
        public String toString() {
            return " "
                    + number
                    + " "
                    + at
                    + (minds ? " with a clock" : "")
                    + (called ? " called" : "");
        }
    }

    /** A flush. */
    private final class Piece extends LogThreads.Flush {
        private final int name;
        private boolean beside;
        private boolean rests;
        private boolean begun;
        private boolean synced;

        Piece(int name, boolean beside, boolean rests) {
            this.name = name;
            this.beside = beside;
            this.rests = rests;
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
        void begun() {
            begun = true;
        }

        @Override
        void write(int others) {}

        @Override
        void written() {}

        @Override
        void sync() {}

        @Override
        void report() {
            assertThat(synced).isTrue();
            assertThat(number).as("reports ascend").isGreaterThan(reported);
            reported = number;
        }

        @Override
        public String toString() {
            return name + (synced ? "+" : "") + (beside ? "b" : "") + (rests ? "r" : "");
        }
    }

    /** A step. */
    private static final class Alone extends LogThreads.Step {
        private int runs;

        Alone(int runs) {
            this.runs = runs;
        }

        @Override
        boolean run() {
            return --runs > 0;
        }

        @Override
        public String toString() {
            return "step" + runs;
        }
    }
}
