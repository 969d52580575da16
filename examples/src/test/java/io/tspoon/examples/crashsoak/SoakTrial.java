/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One call of the soak, as from a command line. */
record SoakTrial(int exitCode, String out, String err) {
    static SoakTrial with(String... options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode =
                CrashSoakJob.run(options, new PrintWriter(out, true), new PrintWriter(err, true));
        return new SoakTrial(exitCode, out.toString(), err.toString());
    }
}
