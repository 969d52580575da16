/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.history.ObservedTransaction;
import io.tspoon.history.ObservedTransaction.Step;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads a history as an outside checker would, by its lines alone, and insists on their form. It
 * shares no code with the job. A transaction is named by the index of its last line.
 */
final class HistoryFile {
    private static final List<String> INVOKED =
            List.of("index", "type", "f", "process", "time", "value");
    private static final List<String> COMPLETED =
            List.of("index", "type", "f", "process", "time", "value", "id", "ts", "attempts");

    private final List<ObservedTransaction> transactions = new ArrayList<>();
    private final Map<Integer, JsonNode> running = new HashMap<>();
    private long lastTime;

    private HistoryFile() {}

    static List<ObservedTransaction> read(Path file) throws IOException {
        HistoryFile history = new HistoryFile();
        ObjectMapper mapper = new ObjectMapper();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            JsonNode line = mapper.readTree(lines.get(i));
            assertThat(line.get("index").asInt()).as(lines.get(i)).isEqualTo(i);
            history.add(line);
        }
        assertThat(history.running).isEmpty();
        return history.transactions;
    }

    private void add(JsonNode line) {
        String type = line.get("type").asText();
        assertThat(type).isIn("invoke", "ok", "fail");
        boolean invokes = type.equals("invoke");
        List<String> fields = new ArrayList<>();
        line.fieldNames().forEachRemaining(fields::add);
        assertThat(fields).isEqualTo(invokes ? INVOKED : COMPLETED);
        assertThat(line.get("f").asText()).isEqualTo("txn");
        assertThat(line.get("time").isIntegralNumber()).isTrue();
        assertThat(line.get("time").asLong()).isGreaterThanOrEqualTo(lastTime);
        lastTime = line.get("time").asLong();
        int process = line.get("process").asInt();
        if (invokes) {
            assertThat(running.put(process, line)).as("two at a time: " + line).isNull();
        } else {
            JsonNode invocation = running.remove(process);
            assertThat(invocation).as("never invoked: " + line).isNotNull();
            transactions.add(transaction(invocation, line, type.equals("ok")));
        }
    }

    private static ObservedTransaction transaction(
            JsonNode invocation, JsonNode completion, boolean committed) {
        JsonNode before = invocation.get("value");
        JsonNode after = completion.get("value");
        assertThat(after).hasSameSizeAs(before);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            steps.add(step(before.get(i), after.get(i), committed));
        }
        return new ObservedTransaction(
                completion.get("index").asLong(),
                completion.get("id").asLong(),
                completion.get("ts").asLong(),
                committed,
                invocation.get("time").asLong(),
                completion.get("time").asLong(),
                steps);
    }

    private static Step step(JsonNode before, JsonNode after, boolean committed) {
        assertThat(after).hasSize(3);
        String kind = after.get(0).asText();
        int key = after.get(1).asInt();
        if (!kind.equals("r")) {
            assertThat(after).isEqualTo(before);
            long value = after.get(2).asLong();
            return switch (kind) {
                case "append" -> Step.append(key, value);
                case "w" -> Step.write(key, value);
                default -> throw new AssertionError("no such step: " + after);
            };
        }
        assertThat(before.get(0).asText()).isEqualTo(kind);
        assertThat(before.get(1).asInt()).isEqualTo(key);
        assertThat(before.get(2).isNull()).isTrue();
        List<Long> seen = new ArrayList<>();
        JsonNode read = after.get(2);
        if (read.isArray()) {
            read.forEach(value -> seen.add(value.asLong()));
        } else if (!read.isNull()) {
            seen.add(read.asLong());
        }
        assertThat(committed || read.isNull()).as("read of an aborted one: " + after).isTrue();
        return Step.read(key, seen);
    }
}
