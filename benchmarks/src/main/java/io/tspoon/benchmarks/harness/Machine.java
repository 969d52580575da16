/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the figures were measured on, and of what. */
public final class Machine {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String UNKNOWN = "unknown";

    private Machine() {}

    /** Names and values, in a fixed order. */
    public static Map<String, Object> describe() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("cpu", cpu());
        facts.put("os", property("os.name") + " " + property("os.version"));
        facts.put("jvm", property("java.vm.name") + " " + property("java.vm.version"));
        facts.put("jvm_arguments", jvmArguments());
        facts.put("flink", flink());
        facts.put("commit", property("tspoon.commit"));
        return facts;
    }

    private static String property(String name) {
        return System.getProperty(name, UNKNOWN);
    }

    private static List<String> jvmArguments() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-X"))
                .toList();
    }

    private static String flink() {
        String version = StreamExecutionEnvironment.class.getPackage().getImplementationVersion();
        return version == null ? UNKNOWN : version;
    }

    private static String cpu() {
        if (!Files.isReadable(CPU_INFO)) {
            return property("os.arch");
        }
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(property("os.arch"));
        } catch (IOException e) {
            return property("os.arch");
        }
    }
}
