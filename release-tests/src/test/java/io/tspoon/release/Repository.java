/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the parts of this repository are, and how its files are read. */
final class Repository {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    static final Path DOCKER = ROOT.resolve("docker");
    static final Path DOCS = ROOT.resolve("docs");

    private static final String VERSION = System.getProperty("tspoon.version", "0.1.0-SNAPSHOT");
    private static final Path BUILD =
            Path.of(System.getProperty("tspoon.build", "target")).toAbsolutePath().normalize();
    private static final ObjectMapper JSON = new ObjectMapper();

    private Repository() {}

    static String version() {
        return VERSION;
    }

    /** Where this module may write; gone after {@code clean}. */
    static Path build() {
        return BUILD;
    }

    /** Where a module's jars are in the present build: a build apart keeps them apart too. */
    static Path buildOf(String module) {
        Path own = ROOT.resolve("release-tests").relativize(BUILD);
        return ROOT.resolve(module).resolve(own);
    }

    /** The jar of a module, as it is installed. */
    static Path jar(String module) {
        String artifact = module.equals("examples") ? "tspoon-examples" : module;
        return buildOf(module).resolve(artifact + "-" + VERSION + ".jar");
    }

    /** The jar of the examples that is submitted to a cluster. */
    static Path jobJar() {
        return buildOf("examples").resolve("tspoon-examples-" + VERSION + "-job.jar");
    }

    static JsonNode json(Path file) throws IOException {
        return JSON.readTree(Files.readString(file));
    }

    static JsonNode yaml(Path file) throws IOException {
        return yaml(Files.readString(file));
    }

    /** A document with its anchors and merged parts in place. */
    static JsonNode yaml(String text) {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        return JSON.valueToTree(yaml.load(text));
    }
}
