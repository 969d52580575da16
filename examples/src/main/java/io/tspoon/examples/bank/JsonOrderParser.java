/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** Parses one JSON object as an order. Amounts may be texts or numbers; both are read exactly. */
final class JsonOrderParser implements OrderParser {
    private final ObjectMapper mapper =
            JsonMapper.builder()
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
                .put("payer", order.payer())
                .put("payee", order.payee())
                .put("amount", Money.format(order.amount()))
                .toString();
    }

    @Override
    public PaymentOrder parse(String line) throws MalformedOrderException {
        JsonNode order = read(line);
        return OrderParser.order(
                text(order, OrderField.ID),
                text(order, OrderField.PAYER),
                text(order, OrderField.PAYEE_BANK),
                text(order, OrderField.PAYEE),
                amount(field(order, OrderField.AMOUNT)));
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

    private JsonNode field(JsonNode order, OrderField field) throws MalformedOrderException {
        for (String name : names.of(field)) {
            JsonNode value = order.path(name);
            if (value.isTextual() || value.isNumber()) {
                return value;
            }
        }
        if (field.isRequired()) {
            throw new MalformedOrderException(names.of(field).get(0) + " is no text or number");
        }
        return mapper.missingNode();
    }

    private String text(JsonNode order, OrderField field) throws MalformedOrderException {
        return field(order, field).asText().trim();
    }

    private static long amount(JsonNode amount) throws MalformedOrderException {
        try {
            return amount.isNumber()
                    ? Money.of(amount.decimalValue())
                    : Money.parse(amount.asText().trim());
        } catch (NumberFormatException e) {
            throw new MalformedOrderException(String.valueOf(e.getMessage()));
        }
    }
}
