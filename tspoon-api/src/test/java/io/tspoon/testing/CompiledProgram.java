/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import javax.tools.ToolProvider;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program that a test compiles, and that runs in a class loader of its own, as a job jar does. So
 * two versions of its classes can run one after the other.
 */
public final class CompiledProgram {
    private final URL classes;

    private CompiledProgram(URL classes) {
        this.classes = classes;
    }

    /** Describes a job with an object of the program. */
    @FunctionalInterface
    public interface Description<P> {
        void describe(P program);
    }

    /**
     * Compiles classes of the package {@code program}.
     *
     * @param directory where to
     * @param sources by the simple name of the class
     */
    public static CompiledProgram of(Path directory, Map<String, String> sources) throws Exception {
        Path folder = Files.createDirectories(directory.resolve("program"));
        List<String> arguments =
                new ArrayList<>(
                        List.of("-proc:none", "-cp", System.getProperty("java.class.path")));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolve(source.getKey() + ".java");
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        int result =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, arguments.toArray(String[]::new));
        if (result != 0) {
            throw new AssertionError("Cannot compile program, sources=" + sources);
        }
        return new CompiledProgram(directory.toUri().toURL());
    }

    /** Starts the job that an object of the class {@code program.Program} describes. */
    @SuppressWarnings("unchecked") // the test knows what it has compiled
    public <P> JobClient start(StreamExecutionEnvironment environment, Description<P> description)
            throws Exception {
        Configuration classpath = new Configuration();
        classpath.set(PipelineOptions.CLASSPATHS, List.of(classes.toString()));
        environment.configure(classpath);
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes})) {
            Thread.currentThread().setContextClassLoader(loader); // as Flink's clients do
            description.describe(
                    (P) loader.loadClass("program.Program").getDeclaredConstructor().newInstance());
            return environment.executeAsync();
        } finally {
            Thread.currentThread().setContextClassLoader(own);
        }
    }
}
