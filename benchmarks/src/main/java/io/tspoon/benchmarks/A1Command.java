/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.bank.BankRunner;
import io.tspoon.benchmarks.bank.Configuration;
import io.tspoon.benchmarks.bank.Latency;
import io.tspoon.benchmarks.bank.Throughput;

import jdk.jfr.Recording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

@Command(name = "A1", mixinStandardHelpOptions = true)
final class A1Command implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--rounds", defaultValue = "5")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "5")
    private double seconds;

    @Option(names = "--warm-up", defaultValue = "3")
    private double warmUp;

    @Option(names = "--parallelism", defaultValue = "2")
    private int parallelism;

    @Option(names = "--accounts", defaultValue = "100000")
    private int accounts;

    @Option(names = "--configurations", split = ",")
    private List<String> names = new ArrayList<>();

    @Option(names = "--no-latency")
    private boolean noLatency;

    @Option(names = "--json")
    private Path json;

    @Option(names = "--jfr")
    private Path jfr;

    @Override
    public Integer call() throws Exception {
        List<Configuration> configurations = new ArrayList<>();
        if (names.isEmpty()) {
            configurations.addAll(Configuration.A1);
        }
        for (String name : names) {
            Configuration configuration = Configuration.named(name);
            if (configuration == null) {
                throw new ParameterException(spec.commandLine(), "Unknown configuration: " + name);
            }
            configurations.add(configuration);
        }
        BankRunner runner = new BankRunner(parallelism, accounts, warmUp, seconds);
        Recording recording = null;
        for (int round = 1; round <= rounds; round++) {
            if (jfr != null && recording == null && round == Math.min(2, rounds)) {
                recording = new Recording(jdk.jfr.Configuration.getConfiguration("profile"));
                recording.start();
            }
            for (Configuration configuration : configurations) {
                Throughput throughput = runner.throughput(configuration, round);
                System.out.println(round + " " + configuration.name() + " " + throughput);
                if (!noLatency) {
                    Latency idle = runner.latency(configuration, 500, 0, round);
                    System.out.println("   idle " + idle);
                    Latency loaded =
                            runner.latency(configuration, throughput.perSecond() / 2, 1, round);
                    System.out.println("   loaded " + loaded);
                }
            }
        }
        if (recording != null) {
            recording.dump(jfr);
            recording.close();
        }
        return 0;
    }
}
