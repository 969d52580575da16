/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressTest {
    private final AtomicLong clock = new AtomicLong(5);
    private final StringWriter out = new StringWriter();
    private final Progress progress = new Progress(new PrintWriter(out), 4, 95, clock::get);

    private void run(String step, long seconds) {
        progress.begin(1, step);
        clock.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
        progress.end();
    }

    @Test
    void stepThatIsLeftOutSaysNothingOfTheOthers() {
        run("A1 plain", 60);
        progress.skip();
        progress.begin(2, "A1 plain");

        assertThat(out.toString()).endsWith("[3/4] round 2: A1 plain, 2:00 min left\n");
    }

    @Test
    void timeLeftIsThatOfTheEstimateAtFirstAndThenOfWhatWasSeen() {
        run("A1 plain", 60);
        run("A1 tspoon", 180);
        progress.begin(2, "A1 plain");

        assertThat(out.toString())
                .isEqualToNormalizingNewlines(
                        """
                        [1/4] round 1: A1 plain, 6:20 min left
                        [2/4] round 1: A1 tspoon, 3:00 min left
                        [3/4] round 2: A1 plain, 4:00 min left
                        """);
    }
}
