/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** One call of the soak, as from a command line. */
record SoakTrial(int exitCode, String out, String err) {
    /** Another one in each build, so another order of the crashes. */
    private static final int SEED = new Random().nextInt(1_000_000);

    static SoakTrial with(String... options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode =
                CrashSoakJob.run(options, new PrintWriter(out, true), new PrintWriter(err, true));
        return new SoakTrial(exitCode, out.toString(), err.toString());
    }

    /** Runs the soak so that everything holds; all kinds of crashes that are asked for happen. */
    static void holds(Path directory, int seconds, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--seconds=" + seconds);
        all.add("--seed=" + SEED);
        all.add("--directory=" + directory);

        SoakTrial trial = with(all.toArray(String[]::new));

        assertThat(trial.exitCode()).as(all + "\n" + trial.out() + trial.err()).isZero();
        assertThat(trial.out())
                .contains("Verdict: the oracle holds.")
                .contains("Checked: " + seconds * 500 + " transactions")
                .doesNotContain("Recoveries: 0");
        if (all.contains("--durability=LOG")) {
            assertThat(trial.out()).contains(", revoked 0");
        }
    }
}
