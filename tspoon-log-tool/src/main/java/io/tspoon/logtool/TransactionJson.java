/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LoggedElement;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.LoggedUpdate;
import io.tspoon.transaction.AbortReason;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Logged transactions as JSON. Keys, values, elements and inputs are shown as the bytes that their
 * serializers wrote, in hexadecimal, and also as text if they are printable UTF-8.
 */
final class TransactionJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HexFormat HEX = HexFormat.of();

    private final LogHeader header;

    TransactionJson(LogHeader header) {
        this.header = header;
    }

    String of(LoggedTransaction transaction) throws JsonProcessingException {
        ObjectNode line = JSON.createObjectNode();
        line.put("graph", header.graph());
        line.put("part", header.part());
        line.put("id", transaction.id());
        line.put("ts", transaction.timestamp());
        line.put("outcome", transaction.outcome().name().toLowerCase(Locale.ROOT));
        if (!transaction.entrance().isEmpty()) {
            line.put("entrance", transaction.entrance());
        }
        line.put("key", transaction.key());
        if (header.identification() == LogHeader.Identification.CONTENT) {
            line.put(
                    "content",
                    HEX.toHexDigits(transaction.contentHigh())
                            + HEX.toHexDigits(transaction.contentLow()));
        }
        line.put("attempts", transaction.attempts());
        if (transaction.time() != LoggedTransaction.NO_TIME) {
            line.put("time", transaction.time());
        }
        ArrayNode updates = line.putArray("updates");
        for (LoggedUpdate update : transaction.updates()) {
            add(updates.addObject(), update);
        }
        addReasons(line, transaction.reasons());
        ArrayNode emitted = line.putArray("emitted");
        for (byte[] element : transaction.elements()) {
            add(emitted.addObject(), "element", element);
        }
        if (!transaction.batch().isEmpty()) {
            ArrayNode batch = line.putArray("batch");
            for (LoggedElement element : transaction.batch()) {
                add(batch.addObject(), element);
            }
        }
        byte[] input = transaction.returned();
        if (input != null) {
            add(line, "input", input);
        }
        return JSON.writeValueAsString(line);
    }

    private void add(ObjectNode node, LoggedUpdate update) {
        node.put("state", header.states().get(update.state()).name());
        add(node, "key", update.key());
        byte[] value = update.value();
        if (value == null) {
            node.put("deleted", true);
        } else {
            add(node, "value", value);
        }
    }

    private static void add(ObjectNode node, LoggedElement element) {
        if (element.input().isContent()) {
            node.put(
                    "content",
                    HEX.toHexDigits(element.input().contentHigh())
                            + HEX.toHexDigits(element.input().contentLow()));
        } else {
            node.put("key", element.key());
        }
        node.put("emitted", element.emitted());
        if (!element.reasons().isEmpty()) {
            addReasons(node, element.reasons());
        }
    }

    private static void addReasons(ObjectNode node, List<AbortReason> all) {
        ArrayNode reasons = node.putArray("reasons");
        for (AbortReason reason : all) {
            add(reasons.addObject(), reason);
        }
    }

    private static void add(ObjectNode node, AbortReason reason) {
        node.put("kind", reason.kind().name().toLowerCase(Locale.ROOT));
        node.put("operator", reason.operator());
        node.put("key", reason.key());
        node.put("rule", reason.rule());
        node.put("detail", reason.detail());
    }

    private static void add(ObjectNode node, String name, byte[] bytes) {
        node.put(name, HEX.formatHex(bytes));
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            if (!text.isEmpty() && text.codePoints().noneMatch(TransactionJson::isUnprintable)) {
                node.put(name + "Text", text);
            }
        } catch (CharacterCodingException e) {
            // Not text: the bytes are all there is to show.
        }
    }

    private static boolean isUnprintable(int character) {
        return Character.isISOControl(character) || !Character.isDefined(character);
    }
}
