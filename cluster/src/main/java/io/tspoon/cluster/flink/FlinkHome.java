/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the jars of a cluster lie.
 *
 * <p>By default these are Flink's jars from Maven that this module is built against, in {@code
 * flink-lib}: the version is the build's, a process starts in seconds and needs little memory. If
 * the environment names an installation in {@code FLINK_HOME}, its {@code lib} is taken instead.
 *
 * @param build directory that the module was built to
 */
public record FlinkHome(Path build) {
    private static final String PROPERTY = "tspoon.cluster.home";
    private static final String INSTALLATION = "FLINK_HOME";
    private static final String ALL_JARS = "*";

    /**
     * As the build or {@code cluster/run} says by the property {@value #PROPERTY}.
     *
     * @throws IllegalStateException if nobody says
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

    /** Class path of a Flink process whose lib has the given jars, too. */
    String classPath(List<Path> added) {
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

    /** What a cluster needs in its lib to use HDFS. */
    public List<Path> hadoopClientJars() throws IOException {
        return jars(
                build.resolve("hdfs-lib"),
                "(hadoop-client-(api|runtime)|commons-logging)-.*\\.jar");
    }

    /** What a cluster needs in its lib to run jobs that use tspoon and do not bring it along. */
    public List<Path> libraryJars() throws IOException {
        return jars(build.resolve("lib"), "(tspoon-(api|core)|jspecify)-.*\\.jar");
    }

    /** The job with tspoon in it. */
    public Path jobJar() throws IOException {
        return jars(build, "tspoon-cluster-.*(?<!-thin)-job\\.jar").get(0);
    }

    /** The job without tspoon. */
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
