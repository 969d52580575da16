/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.host;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process on this machine, and the signals that can be sent to it. */
public final class HostProcess implements AutoCloseable {
    private static final int PATIENCE_S = 30;

    private final String name;
    private final Path log;
    private final Process process;
    private boolean killed;

    private HostProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts a process.
     *
     * @param log file to which its output is appended
     */
    public static HostProcess start(String name, Path log, List<String> command)
            throws IOException {
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.appendTo(log.toFile()))
                        .start();
        return new HostProcess(name, log, process);
    }

    /** Name of the process; for a TaskManager the one that the REST interface uses. */
    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * @throws IllegalStateException if the process has ended without being killed
     */
    public void checkAlive() {
        if (!isAlive() && !killed) {
            throw new IllegalStateException(
                    "Cannot go on: a process has ended by itself, log=" + log);
        }
    }

    /** Waits until the process has ended by itself; fails if it reports an error. */
    public void awaitEnd() throws IOException, InterruptedException {
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw new IOException(
                    "Cannot go on: a process has failed, name="
                            + name
                            + ", exitCode="
                            + exitCode
                            + ", log="
                            + log);
        }
    }

    /** Sends SIGKILL, and waits until the process is gone. */
    public void kill() throws InterruptedException {
        killed = true;
        process.destroyForcibly().waitFor(PATIENCE_S, TimeUnit.SECONDS);
    }

    /** Sends SIGSTOP: the process stands still, with all its connections open. */
    public void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** Sends SIGCONT: the process goes on as if nothing had happened. */
    public void thaw() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        Process kill =
                new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).inheritIO().start();
        if (kill.waitFor() != 0) {
            throw new IOException(
                    "Cannot signal process: it is gone, name=" + name + ", log=" + log);
        }
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
