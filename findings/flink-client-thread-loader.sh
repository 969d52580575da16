#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Jobs with a keyBy run one after the other on two TaskManagers of two slots, and end.
#
# Library: Flink 2.3.0
# Behaviour: a thread "Flink Netty Client" is started when a task first connects to another TaskManager, and inherits
#   that task's context class loader. So a TaskManager keeps the loader of an ended job. With connections that are not
#   reused by the next job it keeps one for each such thread, of which there are as many as slots. If that context is
#   removed, no loader is left.
# Matters: whoever looks for what keeps the classes of an ended job finds this loader first, and no fault in the job.
#   Leave room for so many jobs in the metaspace; taskmanager.network.netty.client.numThreads limits the number.
# Output seen:
#   connections reused
#     after job 1: 1 loaders, contexts of [Flink Netty Client Thread 0]
#     after job 1: 1 loaders, contexts of [Flink Netty Client Thread 0]
#     after job 2: 1 loaders, contexts of [Flink Netty Client Thread 0]
#     after job 2: 1 loaders, contexts of [Flink Netty Client Thread 0]
#     after job 3: 1 loaders, contexts of [Flink Netty Client Thread 0]
#     after job 3: 1 loaders, contexts of [Flink Netty Client Thread 0]
#     without that context: 0 loaders, contexts of []
#     without that context: 0 loaders, contexts of []
#   connections not reused
#     after job 1: 1 loaders, contexts of [Flink Netty Client Thread 0]
#     after job 1: 1 loaders, contexts of [Flink Netty Client Thread 0]
#     after job 2: 2 loaders, contexts of [Flink Netty Client Thread 0, Flink Netty Client Thread 1]
#     after job 2: 2 loaders, contexts of [Flink Netty Client Thread 0, Flink Netty Client Thread 1]
#     after job 3: 2 loaders, contexts of [Flink Netty Client Thread 0, Flink Netty Client Thread 1]
#     after job 3: 2 loaders, contexts of [Flink Netty Client Thread 0, Flink Netty Client Thread 1]
#     without that context: 0 loaders, contexts of []
#     without that context: 0 loaders, contexts of []
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Loaders.java <<'JAVA'
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import java.io.*;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.regex.Pattern;
import java.util.stream.*;
import javax.management.ObjectName;

public class Loaders {
    static final String JOB_MANAGER = "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
    static final int SLOTS = 2;

    public static void main(String[] args) throws Exception {
        try (var jar = new JarOutputStream(new FileOutputStream("job.jar"));
                var files = Files.newDirectoryStream(Path.of("flink-classes"))) {
            for (Path file : files) {
                jar.putNextEntry(new JarEntry(file.getFileName().toString()));
                Files.copy(file, jar);
            }
        }
        for (boolean reuse : new boolean[] {true, false}) {
            System.out.println(reuse ? "connections reused" : "connections not reused");
            run(reuse);
        }
    }

    static void run(boolean reuse) throws Exception {
        int rest = freePort();
        Path conf = Files.createDirectories(Path.of("conf-" + reuse));
        Files.writeString(conf.resolve("config.yaml"), String.join("\n",
                "jobmanager.rpc.address: localhost", "jobmanager.rpc.port: " + freePort(), "rest.address: localhost",
                "rest.port: " + rest, "taskmanager.host: localhost", "taskmanager.numberOfTaskSlots: " + SLOTS,
                "taskmanager.network.tcp-connection.enable-reuse-across-jobs: " + reuse,
                // What Flink's scripts would set.
                "taskmanager.cpu.cores: 1.0", "taskmanager.memory.task.heap.size: 128m",
                "taskmanager.memory.task.off-heap.size: 0m", "taskmanager.memory.managed.size: 32m",
                "taskmanager.memory.network.min: 32m", "taskmanager.memory.network.max: 32m",
                "taskmanager.memory.framework.heap.size: 64m", "taskmanager.memory.framework.off-heap.size: 64m",
                "taskmanager.memory.jvm-metaspace.size: 128m", "taskmanager.memory.jvm-overhead.min: 64m",
                "taskmanager.memory.jvm-overhead.max: 64m", ""));
        List<Process> started = new ArrayList<>();
        try {
            started.add(start(JOB_MANAGER, conf));
            List<Process> workers = List.of(start("Loaders$Worker", conf), start("Loaders$Worker", conf));
            started.addAll(workers);
            for (int jobs = 1; jobs <= 3; jobs++) {
                var env = StreamExecutionEnvironment.createRemoteEnvironment(
                        "localhost", rest, 2 * SLOTS, "job.jar");
                env.fromSequence(0, 999).keyBy(n -> n % 10).reduce(Long::sum).sinkTo(new DiscardingSink<>());
                env.execute();
                print("after job " + jobs, workers, "look");
            }
            print("without that context", workers, "clear");
        } finally {
            for (Process process : started) process.destroyForcibly().waitFor();
        }
    }

    static void print(String when, List<Process> workers, String command) throws Exception {
        for (Process worker : workers) {
            worker.outputWriter().write(command + "\n");
            worker.outputWriter().flush();
            System.out.println("  " + when + ": " + worker.inputReader().readLine());
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    static Process start(String main, Path conf) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().get());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(main, "--configDir", conf.toString()));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** A TaskManager that can be asked over standard input what it holds. */
    public static class Worker {
        static final Pattern LOADERS = Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +\\S*ChildFirstClassLoader\\b.*$");

        public static void main(String[] args) throws Exception {
            Thread answers = new Thread(() -> {
                try (var in = new BufferedReader(new InputStreamReader(System.in))) {
                    for (String line = in.readLine(); line != null; line = in.readLine()) answer(line.equals("clear"));
                } catch (Exception e) {
                    e.printStackTrace();
                }
            });
            answers.setDaemon(true);
            answers.start();
            TaskManagerRunner.main(args);
        }

        static void answer(boolean clear) throws Exception {
            if (clear) threads().forEach(thread -> thread.setContextClassLoader(null));
            // An ended job's other references go within seconds.
            long end = System.nanoTime() + 60_000_000_000L;
            while (loaders() > threads().count() && System.nanoTime() < end) Thread.sleep(200);
            System.out.println(loaders() + " loaders, contexts of "
                    + threads().map(thread -> thread.getName().replaceAll(" \\(.*?\\)", "")).sorted().toList());
        }

        /** Counts after a collection. */
        static int loaders() throws Exception {
            Object text = ManagementFactory.getPlatformMBeanServer().invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
                    new Object[] {new String[0]}, new String[] {String[].class.getName()});
            return LOADERS.matcher(text.toString()).results().mapToInt(line -> Integer.parseInt(line.group(1))).sum();
        }

        /** The threads whose context is the loader of a job. */
        static Stream<Thread> threads() {
            return Thread.getAllStackTraces().keySet().stream().filter(thread ->
                    String.valueOf(thread.getContextClassLoader()).contains("FlinkUserCodeClassLoaders"));
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0
program flink Loaders | as_seen
