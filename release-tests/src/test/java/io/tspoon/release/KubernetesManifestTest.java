/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import io.tspoon.rocksdb.KeptFilesBackendFactory;
import io.tspoon.rocksdb.KeptFilesOptions;
import io.tspoon.rocksdb.KeptTool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The manifests fit the schema that the Flink Kubernetes operator gives the cluster.
 *
 * <p>The newest operator in the public Maven repository is older than Flink 2: its schema does not
 * know our {@code flinkVersion}, which is therefore replaced by the newest that it knows.
 */
class KubernetesManifestTest {
    private static final String DEFINITION =
            "META-INF/fabric8/flinkdeployments.flink.apache.org-v1.yml";
    private static final String FLINK = "flink-deployment.yaml";
    private static final String KEPT_FILES = "kept-files.yaml";

    @ParameterizedTest
    @ValueSource(strings = {FLINK, KEPT_FILES})
    void manifestFitsTheSchema(String name) throws IOException {
        JsonNode schema = schema();
        ObjectNode manifest = manifest(name);
        assertThat(manifest.at("/spec/flinkVersion").asText()).isEqualTo("v2_3");
        JsonNode known = schema.at("/properties/spec/properties/flinkVersion/enum");
        ((ObjectNode) manifest.get("spec")).set("flinkVersion", known.get(known.size() - 1));

        assertThat(problems(schema, manifest)).isEmpty();
    }

    @Test
    void unknownFieldIsNoticed() throws IOException {
        ObjectNode manifest = manifest(FLINK);
        ((ObjectNode) manifest.at("/spec/job")).put("parallelsim", 4);

        assertThat(problems(schema(), manifest)).contains("parallelsim");
    }

    @ParameterizedTest
    @ValueSource(strings = {FLINK, KEPT_FILES})
    void jobIsWhereTheImageHasIt(String name) throws IOException {
        String jar = manifest(name).at("/spec/job/jarURI").asText().replace("local://", "");

        assertThat(Files.readString(Repository.DOCKER.resolve("Dockerfile"))).contains(jar);
    }

    /** The tool runs before the TaskManager, with what that one will have. */
    @Test
    void initContainerFillsTheDirectoryOfTheDatabases() throws IOException {
        JsonNode spec = manifest(KEPT_FILES).get("spec");
        JsonNode pod = spec.at("/taskManager/podTemplate/spec");
        JsonNode init = pod.at("/initContainers/0");
        String command = init.at("/args/0").asText();
        JsonNode configuration = spec.get("flinkConfiguration");

        assertThat(init.get("image")).isEqualTo(spec.get("image"));
        assertThat(command)
                .contains(
                        spec.at("/job/jarURI").asText().replace("local://", ""),
                        KeptTool.class.getName() + " fetch ",
                        " --into " + configuration.get("state.backend.rocksdb.localdir").asText())
                .contains(
                        " --checkpoint "
                                + configuration.get("execution.checkpointing.dir").asText());
        assertThat(init.get("volumeMounts")).isEqualTo(pod.at("/containers/0/volumeMounts"));
        assertThat(init.get("env").toString())
                .contains(spec.at("/podTemplate/spec/containers/0/env/0").toString());
    }

    /** With as many copies each pod has all, so it does not matter where Flink places the tasks. */
    @Test
    void eachPodHasAllFiles() throws IOException {
        JsonNode spec = manifest(KEPT_FILES).get("spec");
        JsonNode configuration = spec.get("flinkConfiguration");

        assertThat(configuration.get("state.backend.type").asText())
                .isEqualTo(KeptFilesBackendFactory.class.getName());
        assertThat(configuration.get(KeptFilesOptions.COPIES.key()).asInt())
                .isEqualTo(spec.at("/taskManager/replicas").asInt() - 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {FLINK, KEPT_FILES})
    void pluginReadsTheStorageAndFitsFlink(String name) throws IOException {
        JsonNode spec = manifest(name).get("spec");
        assertThat(spec.at("/flinkConfiguration/execution.checkpointing.dir").asText())
                .startsWith("s3://");
        JsonNode plugin = spec.at("/podTemplate/spec/containers/0/env/0");

        assertThat(plugin.get("name").asText()).isEqualTo("ENABLE_BUILT_IN_PLUGINS");
        assertThat(Files.readString(Repository.DOCKER.resolve("Dockerfile")))
                .contains(
                        plugin.get("value")
                                .asText()
                                .replace("flink-s3-fs-presto-", "flink:")
                                .replace(".jar", "-"));
    }

    private static ObjectNode manifest(String name) throws IOException {
        return (ObjectNode) Repository.yaml(Repository.DOCKER.resolve("kubernetes").resolve(name));
    }

    private static String problems(JsonNode schema, JsonNode manifest) {
        return JsonSchemaFactory.getInstance(VersionFlag.V4)
                .getSchema(schema)
                .validate(manifest)
                .toString()
                .replace("[]", "");
    }

    private static JsonNode schema() throws IOException {
        ClassLoader loader = KubernetesManifestTest.class.getClassLoader();
        try (InputStream stream = loader.getResourceAsStream(DEFINITION)) {
            String text =
                    new String(
                            Objects.requireNonNull(stream, DEFINITION).readAllBytes(),
                            StandardCharsets.UTF_8);
            ObjectNode schema =
                    (ObjectNode)
                            Repository.yaml(text).at("/spec/versions/0/schema/openAPIV3Schema");
            ObjectNode top = (ObjectNode) schema.get("properties");
            for (String own : new String[] {"apiVersion", "kind", "metadata"}) {
                top.putObject(own);
            }
            forbidUnknownFields(schema);
            return schema;
        }
    }

    /** As the API server does for a schema that preserves none. */
    private static void forbidUnknownFields(JsonNode schema) {
        if (schema instanceof ObjectNode object
                && object.path("properties").isObject()
                && !object.path("properties").has("properties")) {
            object.put("additionalProperties", false);
        }
        schema.forEach(KubernetesManifestTest::forbidUnknownFields);
    }
}
