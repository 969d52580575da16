/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.read.ReadServiceFactory;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Puts a server of queries on the class path of a test and of its jobs, so that their t-graphs can
 * be queryable. For other tests there is none.
 */
public final class QueryablePath implements BeforeEachCallback, AfterEachCallback {
    private Path directory;
    private URLClassLoader classes;
    private ClassLoader before;

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        directory = Files.createTempDirectory("services");
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(ReadServiceFactory.class.getName()), QuietServer.class.getName());
        before = Thread.currentThread().getContextClassLoader();
        classes = new URLClassLoader(new URL[] {directory.toUri().toURL()}, before);
        Thread.currentThread().setContextClassLoader(classes);
    }

    /** An environment of jobs that find the server. */
    public StreamExecutionEnvironment environment(int parallelism) {
        return environment(parallelism, new Configuration());
    }

    /** The same with more settings. */
    public StreamExecutionEnvironment environment(int parallelism, Configuration more) {
        Configuration configuration = new Configuration(more);
        configuration.set(PipelineOptions.CLASSPATHS, List.of(directory.toUri().toString()));
        return EmbeddedFlink.environment(parallelism, EmbeddedFlink.Backend.HEAP, configuration);
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        Thread.currentThread().setContextClassLoader(before);
        classes.close();
        FileUtils.deleteDirectory(directory.toFile());
    }
}
