/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.messages.TopicReader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Executes orders one by one in the order of the results, in plain Java, and compares. */
final class SerialOrders {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Map<String, JsonNode> orders = new HashMap<>();
    private final Map<String, Integer> times = new TreeMap<>();
    private final Map<String, Long> credit = new HashMap<>();
    private final Map<String, Long> stock = new HashMap<>();
    private final Set<String> placed = new HashSet<>();
    private final long creditLimit;
    private final long initialStock;
    private int malformed;

    SerialOrders(List<String> messages, long creditLimit, long initialStock) {
        this.creditLimit = creditLimit;
        this.initialStock = initialStock;
        for (String message : messages) {
            JsonNode order = json(message);
            if (order.get("lines").isEmpty()) {
                malformed++;
            } else {
                orders.put(order.get("number").asText(), order);
                times.merge(order.get("number").asText(), 1, Integer::sum);
            }
        }
    }

    /** The first parcels and the rejections, one for each order. */
    static List<JsonNode> results(List<TopicReader.Read> read) {
        List<JsonNode> results = new ArrayList<>();
        for (TopicReader.Read message : read) {
            JsonNode json = json(message.text());
            if (json.has("reasons") || json.get("parcel").asInt() == 1) {
                results.add(json);
            }
        }
        return results;
    }

    /** Compares what readers of the topics have seen with a serial run. */
    void check(List<TopicReader.Read> read) {
        List<JsonNode> results = new ArrayList<>(results(read));
        results.sort(Comparator.comparingLong(result -> result.get("timestamp").asLong()));
        Map<String, List<JsonNode>> parcels = parcels(read);
        Map<String, Integer> seen = new TreeMap<>();
        int rejectedMessages = 0;
        for (JsonNode result : results) {
            String number = result.get("order").asText();
            if (!orders.containsKey(number)) {
                assertThat(result.get("reasons").toString()).contains(OrdersGraph.MALFORMED);
                rejectedMessages++;
                continue;
            }
            seen.merge(number, 1, Integer::sum);
            Set<String> expected = execute(orders.get(number));
            if (expected.isEmpty()) {
                assertThat(result.has("reasons")).as(result.toString()).isFalse();
                checkParcels(number, parcels.remove(number));
            } else {
                assertThat(rules(result)).as(result.toString()).isEqualTo(expected);
            }
        }
        assertThat(seen).isEqualTo(times);
        assertThat(rejectedMessages).isEqualTo(malformed).isPositive();
        assertThat(parcels).as("parcels of orders that were not accepted").isEmpty();
        assertThat(placed).hasSizeBetween(1, orders.size() - 1);
        assertThat(stock.values()).allMatch(pieces -> pieces >= 0);
    }

    long piecesShipped() {
        return stock.values().stream().mapToLong(left -> initialStock - left).sum();
    }

    long centsSpent() {
        return credit.values().stream().mapToLong(left -> creditLimit - left).sum();
    }

    /** Gives the rules that the order breaks; if there are none, it is accepted. */
    private Set<String> execute(JsonNode order) {
        Set<String> broken = new HashSet<>();
        String number = order.get("number").asText();
        if (placed.contains(number)) {
            broken.add(OrdersGraph.NUMBER_USED);
        }
        long total = 0;
        Map<String, Long> wanted = new TreeMap<>();
        for (JsonNode line : order.get("lines")) {
            total += line.get("quantity").asLong() * line.get("priceCents").asLong();
            String place = line.get("warehouse").asText() + "/" + line.get("item").asText();
            wanted.merge(place, line.get("quantity").asLong(), Long::sum);
        }
        String customer = order.get("customer").asText();
        long creditLeft = credit.getOrDefault(customer, creditLimit) - total;
        if (creditLeft < 0) {
            broken.add(OrdersGraph.CREDIT_EXCEEDED);
        }
        wanted.replaceAll((place, pieces) -> stock.getOrDefault(place, initialStock) - pieces);
        if (wanted.values().stream().anyMatch(left -> left < 0)) {
            broken.add(OrdersGraph.OUT_OF_STOCK);
        }
        if (broken.isEmpty()) {
            placed.add(number);
            credit.put(customer, creditLeft);
            stock.putAll(wanted);
        }
        return broken;
    }

    private void checkParcels(String number, List<JsonNode> parcels) {
        Map<String, Long> wanted = new TreeMap<>();
        for (JsonNode line : orders.get(number).get("lines")) {
            wanted.merge(
                    line.get("warehouse").asText() + "/" + line.get("item").asText(),
                    line.get("quantity").asLong(),
                    Long::sum);
        }
        Map<String, Long> sent = new TreeMap<>();
        Set<Integer> numbers = new HashSet<>();
        for (JsonNode parcel : parcels) {
            assertThat(numbers.add(parcel.get("parcel").asInt())).as("once: %s", parcel).isTrue();
            assertThat(parcel.get("parcels").asInt()).isEqualTo(parcels.size());
            for (JsonNode line : parcel.get("lines")) {
                String place = parcel.get("warehouse").asText() + "/" + line.get("item").asText();
                assertThat(sent.put(place, line.get("quantity").asLong())).isNull();
            }
        }
        assertThat(sent).as(number).isEqualTo(wanted);
    }

    private static Map<String, List<JsonNode>> parcels(List<TopicReader.Read> read) {
        Map<String, List<JsonNode>> parcels = new TreeMap<>();
        for (TopicReader.Read message : read) {
            JsonNode json = json(message.text());
            if (json.has("parcel")) {
                assertThat(message.key()).isEqualTo(json.get("warehouse").asText());
                parcels.computeIfAbsent(json.get("order").asText(), order -> new ArrayList<>())
                        .add(json);
            }
        }
        return parcels;
    }

    private static Set<String> rules(JsonNode rejection) {
        Set<String> rules = new HashSet<>();
        for (JsonNode reason : rejection.get("reasons")) {
            rules.add(reason.asText().replaceFirst(" \\(operator=.*", ""));
        }
        return rules;
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
