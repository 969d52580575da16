/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import com.fasterxml.jackson.databind.JsonNode;

import java.io.IOException;

/** docker/compose.yaml with its shared parts in place. */
final class ComposeFile {
    private ComposeFile() {}

    static JsonNode read() throws IOException {
        return Repository.yaml(Repository.DOCKER.resolve("compose.yaml"));
    }

    /** What a Flink process of that file is given, as the text in its environment. */
    static String flinkProperties(JsonNode compose, String service) {
        return compose.at("/services/" + service + "/environment/FLINK_PROPERTIES").asText();
    }

    static JsonNode flinkProperties(JsonNode compose) {
        return Repository.yaml(flinkProperties(compose, "taskmanager"));
    }
}
