/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.text.MalformedTextException;
import io.tspoon.examples.text.StrictText;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Parses one JSON object as an order. Amounts may be texts or numbers; both are read exactly. Ids
 * and accounts are texts, taken as they are, or whole numbers. As in a {@link CsvHeader}, a field
 * that comes twice and a name that nobody knows are malformed.
 */
final class JsonOrderParser implements OrderParser {
    private final ObjectMapper mapper =
            JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();
    private final ColumnNames names;

    JsonOrderParser(ColumnNames names) {
        this.names = names;
    }

    /** Writes an order as JSON that this class can parse. */
    static String text(PaymentOrder order) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", order.id())
                .put("payer", order.payer().number())
                .put("payee_bank", order.payee().bank())
                .put("payee", order.payee().number())
                .put("amount", Money.format(order.amount()))
                .toString();
    }

    @Override
    public PaymentOrder parse(String line) throws MalformedOrderException {
        Map<OrderField, JsonNode> fields = fields(read(line));
        return OrderParser.order(
                text(fields, OrderField.ID),
                text(fields, OrderField.PAYER),
                text(fields, OrderField.PAYEE_BANK),
                text(fields, OrderField.PAYEE),
                amount(value(fields, OrderField.AMOUNT)));
    }

    private JsonNode read(String line) throws MalformedOrderException {
        JsonNode order;
        try {
            order = mapper.readTree(line);
        } catch (JsonProcessingException e) {
            throw new MalformedOrderException("no JSON: " + e.getOriginalMessage());
        }
        if (!order.isObject()) {
            throw new MalformedOrderException("no JSON object");
        }
        return order;
    }

    private Map<OrderField, JsonNode> fields(JsonNode order) throws MalformedOrderException {
        Map<OrderField, JsonNode> fields = new EnumMap<>(OrderField.class);
        for (Map.Entry<String, JsonNode> entry : order.properties()) {
            Optional<OrderField> field = names.fieldOf(entry.getKey());
            if (field.isPresent()) {
                if (fields.put(field.get(), entry.getValue()) != null) {
                    throw new MalformedOrderException(field.get().key() + " comes twice");
                }
            } else if (names.isEmpty() && !OrderField.isDescriptive(entry.getKey())) {
                throw new MalformedOrderException("unknown name: " + entry.getKey());
            }
        }
        return fields;
    }

    private JsonNode value(Map<OrderField, JsonNode> fields, OrderField field)
            throws MalformedOrderException {
        JsonNode value = fields.getOrDefault(field, mapper.missingNode());
        boolean isAbsent = value.isMissingNode() || value.isNull();
        boolean isRight = isAbsent ? !field.isRequired() : value.isTextual() || value.isNumber();
        if (!isRight) {
            throw new MalformedOrderException(field.key() + " is no text or number");
        }
        return value;
    }

    private String text(Map<OrderField, JsonNode> fields, OrderField field)
            throws MalformedOrderException {
        JsonNode value = value(fields, field);
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        // 7, 7.0 and 7e0 are one number, but three texts.
        if (value.isNumber() && !value.isIntegralNumber()) {
            throw new MalformedOrderException(field.key() + " is no whole number");
        }
        try {
            StrictText.requireWellFormed(value.asText());
        } catch (MalformedTextException e) {
            throw new MalformedOrderException(field.key() + ": " + e.getMessage());
        }
        return value.asText();
    }

    private static long amount(JsonNode amount) throws MalformedOrderException {
        try {
            return amount.isNumber()
                    ? Money.of(amount.decimalValue())
                    : Money.parse(amount.asText());
        } catch (NumberFormatException e) {
            throw new MalformedOrderException(String.valueOf(e.getMessage()));
        }
    }
}
