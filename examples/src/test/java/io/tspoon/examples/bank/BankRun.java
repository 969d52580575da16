/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One call of the job, as from a command line. */
record BankRun(int exitCode, String out, String err) {
    static BankRun with(String... options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = BankJob.run(options, new PrintWriter(out, true), new PrintWriter(err, true));
        return new BankRun(exitCode, out.toString(), err.toString());
    }
}
