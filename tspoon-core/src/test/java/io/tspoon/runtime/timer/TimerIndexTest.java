/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import static io.tspoon.runtime.timer.TimerIndex.NEVER;
import static org.assertj.core.api.Assertions.assertThat;

/** Names each key when it is due, once until something else is installed for it. */
class TimerIndexTest {
    private final TimerIndex<String> index = new TimerIndex<>();

    @Test
    void keysAreNamedInTheOrderOfTheirTimes() {
        index.installed("late", 30, NEVER, 0);
        index.installed("early", 10, NEVER, 0);
        index.installed("clock", NEVER, 20, 0);

        assertThat(named(index.nameByEvent(9))).isNull();
        assertThat(named(index.nameByEvent(30))).isEqualTo("early");
        assertThat(named(index.nameByEvent(30))).isEqualTo("late");
        assertThat(named(index.nameByEvent(NEVER))).isNull();
        assertThat(named(index.nameByProcessing(20))).isEqualTo("clock");
        assertThat(index.size()).isEqualTo(3);
        assertThat(index.named()).isEqualTo(3);
    }

    @Test
    void namedKeyIsNamedAgainOnlyWhenATimerOfItIsGone() {
        index.installed("key", 10, NEVER, 5);
        index.nameByEvent(10);

        index.installed("key", 5, NEVER, 5); // one more was set
        assertThat(index.nameByEvent(10)).isNull();

        index.installed("key", 10, NEVER, 6); // that one was cancelled
        assertThat(named(index.nameByEvent(10))).isEqualTo("key");

        index.installed("key", NEVER, NEVER, 0);
        assertThat(index.size()).isZero();
        assertThat(index.named()).isZero();
    }

    @Test
    void timeGoesOnUpToWhatHasNotFired() {
        assertThat(index.firedUpTo(100)).isEqualTo(100);

        index.installed("a", 40, NEVER, 0);
        index.installed("b", 200, 7, 0);
        assertThat(index.firedUpTo(100)).isEqualTo(39);

        index.nameByEvent(100);
        assertThat(index.firedUpTo(100)).as("it is named only").isEqualTo(39);

        index.installed("a", NEVER, NEVER, 0);
        assertThat(index.firedUpTo(100)).isEqualTo(100);
        assertThat(index.firedUpTo(EventTimes.ENDED)).isEqualTo(199);
    }

    /** Against a list that is searched. */
    @Test
    void agreesWithAListWhateverComes() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            TimerIndex<Integer> tested = new TimerIndex<>();
            Map<Integer, Long> model = new TreeMap<>();
            for (int step = 0; step < 500; step++) {
                int key = random.nextInt(40);
                long time = random.nextInt(4) == 0 ? NEVER : random.nextInt(1_000);
                tested.installed(key, time, NEVER, step);
                if (time == NEVER) {
                    model.remove(key);
                } else {
                    model.put(key, time);
                }
                if (step % 25 == 0) {
                    checkDue(tested, model, random.nextInt(1_000), seed, -step);
                }
            }
        }
    }

    private static void checkDue(
            TimerIndex<Integer> tested, Map<Integer, Long> model, long now, int seed, int stamp) {
        List<Long> due = new ArrayList<>();
        Map<Integer, Long> named = new HashMap<>();
        WaitingKey<Integer> next = tested.nameByEvent(now);
        while (next != null) {
            due.add(next.due(true));
            named.put(next.key(), next.due(true));
            next = tested.nameByEvent(now);
        }
        Map<Integer, Long> expected = new HashMap<>(model);
        expected.values().removeIf(time -> time > now);
        assertThat(named).as("seed %d", seed).isEqualTo(expected);
        assertThat(due).as("seed %d", seed).isSortedAccordingTo(Comparator.naturalOrder());
        named.forEach((key, time) -> tested.installed(key, time, NEVER, stamp - 1));
    }

    private static @Nullable String named(@Nullable WaitingKey<String> key) {
        return key == null ? null : key.key();
    }
}
