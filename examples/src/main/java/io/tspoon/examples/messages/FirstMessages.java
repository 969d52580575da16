/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.apache.flink.api.common.accumulators.ListAccumulator;
import org.apache.flink.api.common.functions.RichMapFunction;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the first few messages to each topic, so that a summary can show them. */
public final class FirstMessages extends RichMapFunction<OutgoingMessage, OutgoingMessage> {
    private static final long serialVersionUID = 1L;
    private static final String PREFIX = "first to ";
    private static final int KEPT = 3;

    private final Map<String, ListAccumulator<String>> kept = new HashMap<>();

    FirstMessages() {}

    @Override
    public OutgoingMessage map(OutgoingMessage message) {
        ListAccumulator<String> first =
                kept.computeIfAbsent(message.topic(), topic -> new ListAccumulator<>());
        List<String> texts = first.getLocalValue();
        if (texts.isEmpty()) {
            getRuntimeContext().addAccumulator(PREFIX + message.topic(), first);
        }
        if (texts.size() < KEPT) {
            first.add(message.text());
        }
        return message;
    }

    /**
     * Shows the messages that were kept.
     *
     * @param counts all accumulators of the job
     */
    public static void show(Map<String, Object> counts, PrintWriter out, String topic) {
        if (counts.get(PREFIX + topic) instanceof List<?> texts) {
            texts.stream().limit(KEPT).forEach(text -> out.println(topic + ": " + text));
        }
    }
}
