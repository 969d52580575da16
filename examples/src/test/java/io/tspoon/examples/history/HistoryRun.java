/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One call of the job, as from a command line. */
record HistoryRun(int exitCode, String out, String err) {
    static HistoryRun with(String... options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode =
                HistoryJob.run(options, new PrintWriter(out, true), new PrintWriter(err, true));
        return new HistoryRun(exitCode, out.toString(), err.toString());
    }
}
