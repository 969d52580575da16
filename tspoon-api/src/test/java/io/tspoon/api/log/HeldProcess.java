/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.api.log.LoggedSums.Spread;
import io.tspoon.transaction.ConcurrencyControl;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** A process that runs {@link LoggedSums} up to a step of the protocol, and is killed there. */
final class HeldProcess {
    private static final String HELD = "held";

    /** What Java calls the end of a process by signal 9. */
    private static final int EXIT_CODE_OF_SIGKILL = 128 + 9;

    private HeldProcess() {}

    /**
     * Runs the job in a process, kills it, and returns.
     *
     * @param name of the job, see {@link LoggedSums}
     * @param log the directory of its log
     * @param output gets what the process has to say
     */
    static void killAt(
            Spread spread, ConcurrencyControl control, String name, Path log, Path output)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-"))
                .forEach(command::add);
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(HeldProcess.class.getName(), name, log.toString()));
        command.addAll(List.of(spread.name(), control.name()));
        Process process = new ProcessBuilder(command).redirectError(output.toFile()).start();
        try (BufferedReader lines = process.inputReader()) {
            assertThat(lines.readLine()).as(() -> read(output)).isEqualTo(HELD);
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue()).isEqualTo(EXIT_CODE_OF_SIGKILL);
    }

    private static String read(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Ends only if the job does not come to the step, or nobody is left who would kill it. */
    public static void main(String[] args) {
        try {
            LoggedSums sums = new LoggedSums(args[0], Path.of(args[1]));
            sums.hold(Spread.valueOf(args[2]), ConcurrencyControl.valueOf(args[3]));
            System.out.println(HELD);
            System.in.read();
        } catch (Throwable e) {
            e.printStackTrace();
        }
        System.exit(1);
    }
}
