/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;

/**
 * Writes a history as lines of JSON in the order of time: one line for the invocation of each
 * transaction and one for its completion.
 *
 * <p>The format is that of Jepsen, as Elle reads it. A process has at most one transaction at a
 * time: each transaction gets the lowest number that is free.
 */
final class HistoryWriter {
    /**
     * One line. Of two lines with the same time the invocation comes first, which claims less about
     * the order of transactions.
     */
    private record Event(
            long nanos, boolean invokes, Completion completion, List<Operation> operations) {
        static final Comparator<Event> ORDER =
                Comparator.comparingLong(Event::nanos)
                        .thenComparing(Event::invokes, Comparator.reverseOrder())
                        .thenComparingLong(event -> event.completion().number());

        String type() {
            return invokes ? "invoke" : completion.committed() ? "ok" : "fail";
        }
    }

    private final ObjectMapper mapper = new ObjectMapper();
    private final RequestGenerator generator;
    private final Workload workload;

    HistoryWriter(RequestGenerator generator, Workload workload) {
        this.generator = generator;
        this.workload = workload;
    }

    void write(List<Completion> completions, List<Query> queries, Path file) throws IOException {
        List<Event> events = new ArrayList<>();
        for (Completion completion : completions) {
            add(events, completion, generator.map(completion.number()).operations());
        }
        for (Query query : queries) {
            add(events, query.completion(), query.operations());
        }
        events.sort(Event.ORDER);
        Map<Long, Integer> processes = new HashMap<>();
        PriorityQueue<Integer> free = new PriorityQueue<>();
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            for (int index = 0; index < events.size(); index++) {
                Event event = events.get(index);
                long number = event.completion().number();
                int process;
                if (event.invokes()) {
                    process = free.isEmpty() ? processes.size() : free.poll();
                    processes.put(number, process);
                } else {
                    process = Objects.requireNonNull(processes.remove(number));
                    free.add(process);
                }
                ObjectNode line = line(index, process, event);
                line.put("time", event.nanos() - events.get(0).nanos());
                line.set("value", value(event));
                if (!event.invokes()) {
                    line.put("id", event.completion().id());
                    line.put("ts", event.completion().timestamp());
                    line.put("attempts", event.completion().attempts());
                }
                writer.write(line.toString());
                writer.write('\n');
            }
        }
    }

    private static void add(List<Event> events, Completion completion, List<Operation> operations) {
        events.add(new Event(completion.invokedAt(), true, completion, operations));
        events.add(new Event(completion.completedAt(), false, completion, operations));
    }

    private ObjectNode line(int index, int process, Event event) {
        ObjectNode line = mapper.createObjectNode();
        line.put("index", index);
        line.put("type", event.type());
        line.put("f", "txn");
        line.put("process", process);
        return line;
    }

    private ArrayNode value(Event event) {
        Completion completion = event.completion();
        Map<Integer, List<Long>> seen = new HashMap<>();
        if (!event.invokes()) {
            completion.observations().forEach(one -> seen.put(one.index(), one.seen()));
        }
        List<Operation> operations = event.operations();
        ArrayNode value = mapper.createArrayNode();
        for (int index = 0; index < operations.size(); index++) {
            Operation operation = operations.get(index);
            ArrayNode step = value.addArray().add(operation.kind().word()).add(operation.key());
            if (operation.kind() != Operation.Kind.READ) {
                step.add(operation.value());
            } else if (seen.containsKey(index)) {
                addRead(step, seen.get(index));
            } else {
                step.addNull();
            }
        }
        return value;
    }

    private void addRead(ArrayNode step, List<Long> seen) {
        if (workload == Workload.APPEND) {
            seen.forEach(step.addArray()::add);
        } else if (seen.isEmpty()) {
            step.addNull();
        } else {
            step.add(seen.get(0));
        }
    }
}
