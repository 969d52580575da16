/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import io.tspoon.cluster.host.Await;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Flink's command line. Runs each command in a process of its own: the class that {@code bin/flink}
 * starts, with the jars of the cluster. One thread at a time.
 */
public final class FlinkCommandLine implements JobClient {
    static final String MAIN = "org.apache.flink.client.cli.CliFrontend";

    private static final Pattern JOB =
            Pattern.compile("has been submitted with JobID ([0-9a-f]{32})");
    private static final Pattern SAVEPOINT = Pattern.compile("Savepoint completed\\. Path: (\\S+)");

    private final List<String> command;
    private final String master;
    private final Path directory;
    private int commands;

    /**
     * @param command command up to the arguments of {@link #MAIN}
     * @param rest REST address of the cluster
     * @param configuration configuration of the cluster. Programs run in the process of the
     *     command, so job options, such as the checkpoint interval, are read there
     * @param directory directory for the configuration and the output of commands; created
     */
    FlinkCommandLine(
            List<String> command, URI rest, Map<String, String> configuration, Path directory)
            throws IOException {
        this.command = List.copyOf(command);
        master = rest.getHost() + ":" + rest.getPort();
        this.directory = Files.createDirectories(directory);
        Files.writeString(
                directory.resolve("config.yaml"), ClusterConfiguration.yaml(configuration));
    }

    /** {@code flink run}, detached. */
    @Override
    public String submit(JobSubmission job) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("run", "-d", "-m", master));
        arguments.addAll(List.of("-p", Integer.toString(job.parallelism())));
        arguments.addAll(List.of("-c", job.mainClass()));
        job.options().forEach((key, value) -> arguments.add("-D" + key + "=" + value));
        if (job.savepoint() != null) {
            arguments.addAll(List.of("-s", job.savepoint()));
        }
        if (job.allowNonRestoredState()) {
            arguments.add("-n");
        }
        arguments.add(job.jar().toString());
        arguments.addAll(job.arguments());
        return run(arguments, JOB);
    }

    /** {@code flink stop}. */
    @Override
    public String stop(String job, boolean drain) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("stop", "-m", master));
        if (drain) {
            arguments.add("--drain");
        }
        arguments.add(job);
        return run(arguments, SAVEPOINT);
    }

    /** Runs a command, and returns the first group of the pattern in its output. */
    private String run(List<String> arguments, Pattern wanted)
            throws IOException, InterruptedException {
        Path log = directory.resolve("command-" + commands++ + ".log");
        List<String> all = new ArrayList<>(command);
        all.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(all)
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.to(log.toFile()));
        builder.environment().put("FLINK_CONF_DIR", directory.toString());
        Process process = builder.start();
        boolean ended = process.waitFor(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        String printed = Files.readString(log);
        Matcher matcher = wanted.matcher(printed);
        if (process.exitValue() != 0 || !matcher.find()) {
            throw new IOException(
                    "Cannot run command of Flink: "
                            + (ended ? printed.strip() : "it does not end")
                            + ", command="
                            + arguments
                            + ", exitCode="
                            + process.exitValue());
        }
        return matcher.group(1);
    }
}
