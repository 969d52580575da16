/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.Consumer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two threads and whoever adds tasks meet in every order: each task is run, one at a time, nobody
 * sleeps while there is something to do, and nobody is woken up for nothing.
 */
class LogTurnsTest {
    private static final Consumer<TurnsWorld> LARGE = world -> world.add(true, false);
    private static final Consumer<TurnsWorld> SMALL = world -> world.add(false, false);
    private static final Consumer<TurnsWorld> RESTING = world -> world.add(false, true);
    private static final Consumer<TurnsWorld> GROW = TurnsWorld::grow;
    private static final Consumer<TurnsWorld> CLOSE = TurnsWorld::close;

    private static Consumer<TurnsWorld> step(int runs) {
        return world -> world.addStep(runs);
    }

    private static void inEveryOrder(List<Consumer<TurnsWorld>> toDo) {
        int states = EveryOrder.explore(() -> new TurnsWorld(toDo));
        assertThat(states).as("states").isGreaterThan(100);
    }

    @Test
    void largeFlushesGoBesideEachOther() {
        inEveryOrder(List.of(LARGE, LARGE, LARGE, LARGE));
        inEveryOrder(List.of(LARGE, LARGE, LARGE, CLOSE));
    }

    @Test
    void smallFlushesWaitForThoseBefore() {
        inEveryOrder(List.of(LARGE, SMALL, LARGE, SMALL));
        inEveryOrder(List.of(SMALL, LARGE, SMALL, CLOSE));
    }

    @Test
    void flushThatGrowsBeginsBesideAnother() {
        inEveryOrder(List.of(LARGE, SMALL, GROW, LARGE));
        inEveryOrder(List.of(LARGE, SMALL, GROW, CLOSE));
    }

    @Test
    void flushRestsUntilItIsLargeOrTheTimeIsOver() {
        inEveryOrder(List.of(RESTING, RESTING, GROW, RESTING));
        inEveryOrder(List.of(LARGE, RESTING, RESTING, SMALL));
        inEveryOrder(List.of(LARGE, RESTING, GROW, CLOSE));
    }

    @Test
    void nothingRestsWhenTheLogIsClosed() {
        inEveryOrder(List.of(RESTING, RESTING, RESTING, CLOSE));
    }

    @Test
    void stepsRunAlone() {
        inEveryOrder(List.of(LARGE, step(1), LARGE, LARGE));
        inEveryOrder(List.of(LARGE, step(3), SMALL, step(1)));
        inEveryOrder(List.of(LARGE, step(3), RESTING, CLOSE));
    }
}
