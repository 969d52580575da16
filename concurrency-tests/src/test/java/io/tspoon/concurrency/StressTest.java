/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.concurrency;

import io.tspoon.runtime.feedback.EndedLinkStress;
import io.tspoon.runtime.feedback.NeighbourSlotsStress;
import io.tspoon.runtime.feedback.ReusedSlotStress;
import io.tspoon.runtime.log.AwaitedTicketStress;
import io.tspoon.runtime.state.read.EndedInstanceStress;

import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;

import java.io.File;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the tests of jcstress, which are the classes {@code *Stress}. They need real processors,
 * because what a missing {@code volatile} does is a matter of compilers and caches.
 */
class StressTest {
    private static final String EFFORT = System.getProperty("tspoon.concurrency.effort", "1");
    private static final String REPORTS = System.getProperty("tspoon.concurrency.reports") + "/";

    /** The iterations are short; each test has a process, or two if locks can be biased. */
    private static final String[] ARGUMENTS = {
        "-t",
        "io.tspoon",
        "-r",
        REPORTS,
        "-f",
        "1",
        "-fsm",
        "1",
        "-iters",
        EFFORT,
        "-time",
        "100",
        "-jvmArgs",
        // It hands on the arguments of this JVM, and a JVM with two collectors does not start.
        "-XX:-UseG1GC -XX:+UseSerialGC",
        "-sc",
        "false"
    };

    @Test
    void noOutcomeIsForbidden() throws Exception {
        FileUtils.deleteDirectory(new File(REPORTS));
        Options options = new Options(ARGUMENTS);
        assertThat(options.parse()).isTrue();
        JCStress stress = new JCStress(options);

        assertThat(stress.getTests())
                .as("it would run none without complaint")
                .containsExactlyInAnyOrder(
                        EndedLinkStress.class.getName(),
                        NeighbourSlotsStress.class.getName(),
                        ReusedSlotStress.class.getName(),
                        AwaitedTicketStress.class.getName(),
                        EndedInstanceStress.class.getName());
        stress.run(); // throws if an outcome was forbidden

        for (String test : stress.getTests()) {
            assertThat(Path.of(REPORTS, test + ".html")).as("a report, so it was run").exists();
        }
    }
}
