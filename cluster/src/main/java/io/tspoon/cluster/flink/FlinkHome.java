/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import io.tspoon.examples.trial.storage.SlowStorage;

import org.apache.flink.core.fs.FileSystemFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where to find the jars of a cluster.
 *
 * <p>By default these are the Flink jars from Maven that this module is built against, in {@code
 * flink-lib}: they have the version of the build, and a process with them starts in seconds and
 * needs little memory. If the environment variable {@code FLINK_HOME} names an installation, its
 * {@code lib} is used instead.
 *
 * @param build directory to which the module was built
 */
public record FlinkHome(Path build) {
    private static final String PROPERTY = "tspoon.cluster.home";
    private static final String INSTALLATION = "FLINK_HOME";
    private static final String ALL_JARS = "*";

    /**
     * Finds the directory by the property {@value #PROPERTY}, which the build and {@code
     * cluster/run} set.
     *
     * @throws IllegalStateException if the property is not set
     */
    public static FlinkHome find() {
        String build = System.getProperty(PROPERTY);
        if (build == null) {
            throw new IllegalStateException(
                    "Cannot find Flink's jars: system property is not set, property="
                            + PROPERTY
                            + ". Use cluster/run, or ./mvnw verify.");
        }
        return new FlinkHome(Path.of(build));
    }

    /** Class path of a Flink process, or of a gateway, with the given jars added to its lib. */
    public String classPath(List<Path> added) {
        String installation = System.getenv(INSTALLATION);
        Path lib =
                installation == null
                        ? build.resolve("flink-lib")
                        : Path.of(installation).resolve("lib");
        return Stream.concat(Stream.of(lib.resolve(ALL_JARS)), added.stream())
                .map(Path::toString)
                .collect(Collectors.joining(System.getProperty("path.separator")));
    }

    /** Class path of a Kafka broker. */
    public String brokerClassPath() {
        return build.resolve("broker-lib").resolve(ALL_JARS).toString();
    }

    /** Class path of Hadoop's servers. */
    public String hdfsClassPath() {
        return build.resolve("hdfs-lib").resolve(ALL_JARS).toString();
    }

    /** Jars that a cluster needs in its lib to use HDFS. */
    public List<Path> hadoopClientJars() throws IOException {
        return jars(
                build.resolve("hdfs-lib"),
                "(hadoop-client-(api|runtime)|commons-logging)-.*\\.jar");
    }

    /** Jars that a cluster needs in its lib to run jobs that use tspoon without containing it. */
    public List<Path> libraryJars() throws IOException {
        return jars(
                build.resolve("lib"),
                "(tspoon-(api|core|query|log-kafka)|jspecify|jackson|kafka-clients)-.*(?<!-tests)\\.jar");
    }

    /**
     * What a cluster needs in its lib to use the file system {@code slow:}.
     *
     * @param directory existing one, for the file by which Flink finds it
     */
    public List<Path> slowStorage(Path directory) throws IOException {
        Path found = directory.resolve("slow-storage");
        Path services = Files.createDirectories(found.resolve("META-INF").resolve("services"));
        Files.writeString(
                services.resolve(FileSystemFactory.class.getName()), SlowStorage.class.getName());
        List<Path> library =
                new ArrayList<>(jars(build.resolve("lib"), "tspoon-examples-.*\\.jar"));
        library.add(found);
        return library;
    }

    /** The job's jar with tspoon in it. */
    public Path jobJar() throws IOException {
        return jars(build, "tspoon-cluster-.*(?<!-thin)-job\\.jar").get(0);
    }

    /** The job's jar without tspoon. */
    public Path thinJobJar() throws IOException {
        return jars(build, "tspoon-cluster-.*-thin-job\\.jar").get(0);
    }

    private static List<Path> jars(Path directory, String pattern) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> found =
                    files.filter(file -> String.valueOf(file.getFileName()).matches(pattern))
                            .toList();
            if (found.isEmpty()) {
                throw new IOException(
                        "Cannot find jar: it is not built, directory="
                                + directory
                                + ", name="
                                + pattern
                                + ". Use cluster/run, or ./mvnw verify.");
            }
            return found;
        }
    }
}
