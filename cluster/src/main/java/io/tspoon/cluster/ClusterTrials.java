/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Runs trials on Flink clusters of real processes on this machine.
 *
 * <p>Exit codes: 0 if the oracle is satisfied, 1 if it is not or the trial does not reach its end,
 * 2 for an invalid command line.
 */
@Command(
        name = "cluster/run",
        mixinStandardHelpOptions = true,
        version = "tspoon cluster trials",
        description = "Trials on Flink clusters of real processes on this machine.",
        footer = {
            "",
            "Exit codes: 0 the oracle holds; 1 it does not, the trial does not end, or what was"
                    + " named cannot be tried; 2 wrong use."
        })
final class ClusterTrials {
    private ClusterTrials() {}

    public static void main(String[] args) {
        System.exit(
                new CommandLine(new ClusterTrials())
                        .addSubcommand(FaultsCommand.commandLine())
                        .addSubcommand(CallsCommand.commandLine())
                        .addSubcommand(TimersCommand.commandLine())
                        .addSubcommand(RescaleCommand.commandLine())
                        .addSubcommand(LeaksCommand.commandLine())
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .execute(args));
    }
}
