/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.FileLog;
import io.tspoon.runtime.log.LoggedSettings;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.StateColumns;

import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** The second of two coordinators, with two stateful operators; the first one has two states. */
class GreetingWatchTest {
    private static final StringSerializer STRINGS = StringSerializer.INSTANCE;
    private static final long PERIOD_MS = GreetingWatch.PERIOD_NANOS / 1_000_000;

    private final List<Long> waits = new ArrayList<>();
    private long nowMs = Long.MAX_VALUE / 1_000_000 - 3; // the clock runs over
    private final GreetingWatch watch =
            new GreetingWatch(
                    plan(),
                    new TaskInfoImpl("open", 2, 1, 2, 0),
                    waits::add,
                    () -> nowMs * 1_000_000);

    @BeforeEach
    void greet() {
        assertThat(watch.unansweredMs()).isZero();
        watch.greeted();
    }

    @Test
    void tellsHowLongItTakesUntilAllHaveAnswered() {
        nowMs += 20;
        watch.answered(0, 1, false);
        assertThat(watch.unansweredMs()).isEqualTo(20);
        nowMs += 10;
        assertThat(watch.unansweredMs()).isEqualTo(30);

        watch.answered(-1, 1, true);
        assertThat(watch.unansweredMs()).isZero();
        assertThat(waits).containsExactly(30L);

        nowMs += 10;
        watch.answered(0, 1, true);
        assertThat(watch.unansweredMs()).isZero();
        assertThat(waits).as("of greetings only").hasSize(1);
    }

    @Test
    void nothingIsAwaitedByACoordinatorThatHasLeft() {
        nowMs += 2 * PERIOD_MS;
        watch.left();
        assertThat(watch.unansweredMs()).isZero();
        assertThat(watch.check(true)).isFalse();
        watch.answered(0, 1, true);
        assertThat(waits).isEmpty();

        watch.greeted();
        nowMs += 5;
        assertThat(watch.unansweredMs()).isEqualTo(5);
    }

    @Test
    void lineComesOnceAPeriod() {
        nowMs += PERIOD_MS - 1;
        assertThat(watch.check(true)).isFalse();
        nowMs += 1;
        assertThat(watch.check(true)).isTrue();
        assertThat(watch.check(true)).isFalse();
        nowMs += PERIOD_MS;
        assertThat(watch.check(true)).isTrue();

        watch.answered(-1, 1, true);
        nowMs += PERIOD_MS;
        assertThat(watch.check(false)).as("all have answered").isFalse();
    }

    @Test
    void lineNamesWhoHasNotAnswered() {
        assertThat(watch.unanswered(true))
                .isEqualTo("close 1, accounts 0, accounts 1, fees 0, fees 1");

        watch.answered(1, 1, false);
        watch.answered(2, 0, false); // has told something else
        assertThat(watch.unanswered(false)).isEqualTo("accounts 0, fees 0, fees 1");
    }

    private static OpenPlan<String> plan() {
        return new OpenPlan<>(
                LoggedSettings.of(new FileLog("file:///nowhere"), false),
                task -> key -> 0,
                STRINGS,
                element -> element,
                List.of(),
                List.of(state("accounts", 0, 0), state("owners", 0, 1), state("fees", 1, 0)),
                STRINGS,
                InputSpread.ANY,
                List.of());
    }

    private static StateColumns state(String name, int operator, int place) {
        return new StateColumns(name, STRINGS, STRINGS, operator, place);
    }
}
