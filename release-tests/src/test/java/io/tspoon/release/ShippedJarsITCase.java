/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

import static org.assertj.core.api.Assertions.assertThat;

/** A jar holds what it is to bring, and nothing that users or Flink may have in another version. */
class ShippedJarsITCase {
    private static final String CLASS = ".class";

    /** What the examples bring to a cluster: themselves, tspoon, and libraries Flink hides. */
    private static final List<String> IN_JOB_JAR =
            List.of(
                    "io/tspoon/",
                    "com/fasterxml/jackson/",
                    "com/github/luben/zstd/",
                    "net/jpountz/",
                    "org/apache/commons/codec/",
                    "org/apache/commons/csv/",
                    "org/apache/commons/io/",
                    "org/apache/commons/lang3/",
                    "org/apache/flink/connector/kafka/",
                    "org/apache/flink/streaming/connectors/kafka/",
                    "org/apache/flink/streaming/util/serialization/",
                    "org/apache/kafka/",
                    "org/jspecify/annotations/",
                    "org/xerial/snappy/",
                    "picocli/");

    @ParameterizedTest
    @CsvSource({
        "tspoon-core, io/tspoon/",
        "tspoon-log-kafka, io/tspoon/log/kafka/",
        "tspoon-rocksdb, io/tspoon/rocksdb/",
        "tspoon-api, io/tspoon/api/",
        "tspoon-query, io/tspoon/(query/(?!json|client)|shaded/netty/)",
        "tspoon-query-json, io/tspoon/query/json/",
        "tspoon-query-client, io/tspoon/query/client/",
        "tspoon-history, io/tspoon/history/",
        "tspoon-test-kit, io/tspoon/(flink/)?testkit/"
    })
    void libraryHoldsItsOwnClassesOnly(String module, String packages) throws IOException {
        assertThat(classes(Repository.jar(module)))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(name).matches(packages + ".*"));
    }

    @Test
    void jobJarHoldsWhatTheExamplesBring() throws IOException {
        List<String> classes = classes(Repository.jobJar());

        assertThat(classes).anyMatch(name -> name.startsWith("io/tspoon/api/"));
        assertThat(classes).allSatisfy(name -> assertThat(IN_JOB_JAR).anyMatch(name::startsWith));
    }

    @Test
    void othersClassesAreUnderOurOwnName() throws IOException {
        assertThat(classes(Repository.jar("tspoon-core")))
                .anyMatch(name -> name.startsWith("io/tspoon/shaded/fastutil/"))
                .anyMatch(name -> name.startsWith("io/tspoon/shaded/hdrhistogram/"));
        assertThat(Files.readString(Path.of("../tspoon-core/dependency-reduced-pom.xml")))
                .contains("<artifactId>jspecify</artifactId>")
                .doesNotContain("<artifactId>fastutil-core</artifactId>")
                .doesNotContain("<artifactId>HdrHistogram</artifactId>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tspoon-core",
                "tspoon-log-kafka",
                "tspoon-rocksdb",
                "tspoon-api",
                "tspoon-query",
                "tspoon-query-json",
                "tspoon-query-client",
                "tspoon-history",
                "tspoon-test-kit"
            })
    void libraryCarriesItsLicense(String module) throws IOException {
        try (JarFile jar = new JarFile(Repository.jar(module).toFile())) {
            for (String name : List.of("LICENSE", "NOTICE")) {
                ZipEntry entry = jar.getEntry("META-INF/" + name);
                assertThat(entry).as(name).isNotNull();
                assertThat(jar.getInputStream(entry).readAllBytes())
                        .isEqualTo(Files.readAllBytes(Repository.ROOT.resolve(name)));
            }
        }
    }

    /** Names of the classes, those for newer versions of Java without their prefix. */
    private static List<String> classes(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(CLASS))
                    .map(name -> name.replaceFirst("^META-INF/versions/\\d+/", ""))
                    .filter(name -> !name.equals("module-info.class"))
                    .toList();
        }
    }
}
