/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import com.fasterxml.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** docker/compose.yaml with its shared parts in place. */
final class ComposeFile {
    /** A setting with its default. */
    private static final Pattern SETTING = Pattern.compile("\\$\\{[A-Z_]+:-([^}]*)}");

    private ComposeFile() {}

    static JsonNode read() throws IOException {
        return Repository.yaml(Repository.DOCKER.resolve("compose.yaml"));
    }

    /** What a Flink process of that file is given, as the text in its environment. */
    static String flinkProperties(JsonNode compose, String service) {
        return withDefaults(
                compose.at("/services/" + service + "/environment/FLINK_PROPERTIES").asText());
    }

    /** The words of the command of a service. */
    static String[] command(JsonNode compose, String service) {
        JsonNode command = compose.at("/services/" + service + "/command");
        List<String> words = new ArrayList<>();
        if (command.isArray()) {
            command.forEach(word -> words.add(withDefaults(word.asText())));
        } else {
            words.add(command.asText());
        }
        return words.toArray(String[]::new);
    }

    private static String withDefaults(String text) {
        return SETTING.matcher(text).replaceAll("$1");
    }

    static JsonNode flinkProperties(JsonNode compose) {
        return Repository.yaml(flinkProperties(compose, "taskmanager"));
    }
}
