/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.io.IOException;
import java.time.Duration;

/** Ends this process as the kernel or an operator would. */
final class Sigkill {
    private Sigkill() {}

    /** Kills this process after a while, and does not return. */
    static void thisProcess(Duration after) {
        try {
            Thread.sleep(after.toMillis());
            String pid = Long.toString(ProcessHandle.current().pid());
            int exitCode = new ProcessBuilder("kill", "-KILL", pid).start().waitFor();
            throw new IllegalStateException(
                    "Cannot kill this process: it goes on, exitCode=" + exitCode);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "Cannot kill this process: there is no command kill. Run it on a POSIX system",
                    e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Cannot kill this process: interrupted", e);
        }
    }
}
