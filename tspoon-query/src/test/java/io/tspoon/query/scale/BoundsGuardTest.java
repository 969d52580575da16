/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.query.testing.FakeFlink;
import io.tspoon.query.testing.SteppedTime;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.assertThat;

/** What the guard does, round by round. */
class BoundsGuardTest {
    private static final String MARK = " [t-graph bank, slots bank]";
    private static final long ROUND_MS = 2_000;

    private final SteppedTime time = new SteppedTime();
    private FakeFlink flink;
    private ParallelismKnob knob;

    @BeforeEach
    void start() throws Exception {
        flink =
                FakeFlink.start()
                        .vertex("open", "bank: open" + MARK, 128)
                        .vertex("state", "bank: state" + MARK, 128);
        knob = new ParallelismKnob(flink.direct(), time, time::nowMs);
    }

    @AfterEach
    void stop() {
        flink.close();
    }

    private void guard() {
        guard(() -> CompletableFuture.completedFuture(List.of(FakeFlink.JOB)));
    }

    private void guard(Supplier<CompletableFuture<List<String>>> jobs) {
        new BoundsGuard(flink.direct(), jobs, knob, time, time::nowMs).start();
        time.pass(ROUND_MS / 2);
    }

    @Test
    void oneCoordinatorForGoodIsNotJoinedByOthers() {
        flink.vertex("open", "bank: open [t-graph bank, slots bank, one coordinator]", 128);
        guard();
        flink.move("state", 4);

        time.pass(ROUND_MS);

        assertThat(flink.uppers()).containsOnlyKeys("open", "state").containsEntry("state", 2);
    }

    /** The job has begun with the bounds, and fails. */
    @Test
    void oneCoordinatorForGoodIsNotJoinedByOthersLater() {
        flink.vertex("open", "bank: open [t-graph bank, slots bank, one coordinator]", 128);
        guard();
        flink.move("state", 4);
        flink.takeOver();

        time.pass(ROUND_MS);

        assertThat(flink.uppers()).containsEntry("open", 2).containsEntry("state", 2);
    }

    /** A job that is upgraded may keep its id. */
    @Test
    void verticesThatTheJobHasGainedAreWatchedToo() {
        guard();
        flink.vertex("another", "bank: another" + MARK, 128);
        time.pass(2 * ROUND_MS);

        flink.move("another", 4);
        time.pass(ROUND_MS);

        assertThat(flink.uppers()).containsEntry("open", 4).containsEntry("state", 4);
    }

    /** Somebody has been faster. */
    @Test
    void boundsThatAreEqualByNowStay() {
        assertThat(knob.repair(FakeFlink.JOB, "bank", (graph, bounds) -> 7).join()).isZero();
        assertThat(flink.changes()).isEmpty();
    }

    @Test
    void repairsReplaceTheChangeThatIsFollowed() {
        flink.waiting();
        knob.change(FakeFlink.JOB, "bank", new Wanted(4, false)).join();
        guard();
        flink.move("state", 3);
        time.pass(ROUND_MS);
        assertThat(flink.uppers()).containsEntry("open", 3);
        flink.takeOver();
        time.pass(ROUND_MS);
        int asked = flink.overviewsAsked();

        time.pass(Duration.ofMinutes(1).toMillis());

        assertThat(flink.overviewsAsked()).isEqualTo(asked);
    }

    @Test
    void aQuestionThatThrowsDoesNotEndTheGuard() {
        CompletableFuture<List<String>> running =
                CompletableFuture.completedFuture(List.of(FakeFlink.JOB));
        boolean[] throwing = {true};
        guard(
                () -> {
                    if (throwing[0]) {
                        throw new IllegalStateException("planned");
                    }
                    return running;
                });
        throwing[0] = false;
        flink.move("state", 4);

        time.pass(ROUND_MS);

        assertThat(flink.uppers()).containsEntry("state", 2);
    }

    @Test
    void aQuestionWithoutAnswerDoesNotEndTheGuard() {
        boolean[] stuck = {true};
        guard(
                () ->
                        stuck[0]
                                ? new CompletableFuture<>()
                                : CompletableFuture.completedFuture(List.of(FakeFlink.JOB)));
        stuck[0] = false;
        flink.move("state", 4);

        time.pass(3 * ROUND_MS);

        assertThat(flink.uppers()).containsEntry("state", 2);
    }
}
