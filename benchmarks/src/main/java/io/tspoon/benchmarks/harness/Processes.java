/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Ends processes with all that they have started. */
public final class Processes {
    private Processes() {}

    /**
     * Asks a process to end, so that it can clean up; what is left of it after a while, and of its
     * descendants, is killed.
     *
     * @param process that has ended afterwards
     * @param patience how long it may take
     */
    public static void end(Process process, Duration patience) {
        // Nobody knows whose they were once their parent is gone.
        List<ProcessHandle> before = process.descendants().toList();
        process.destroy();
        boolean interrupted = false;
        try {
            process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        List<ProcessHandle> left =
                Stream.concat(before.stream(), process.descendants()).distinct().toList();
        process.destroyForcibly();
        left.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
