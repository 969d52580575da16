/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.tspoon.benchmarks.harness.AnswerCheck;
import io.tspoon.benchmarks.harness.BenchmarkException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks answers of a bank: the keys that were asked for, in their order, with balances that random
 * transfers may leave. Of a scan, whose filter none passes, that it has come to its end.
 *
 * <p>Nearly all accounts have a balance. The few that no transfer has reached are no error, many
 * are. For one thread.
 */
final class BalanceCheck implements AnswerCheck {
    /** What fills the bank leaves out 0.25 % of the accounts. */
    private static final double MOST_NOT_FOUND = 0.02;

    /** By chance, while few were checked. */
    private static final int FEW = 5;

    /** Of a balance, in initial ones; transfers are small beside them. */
    private static final long MOST_GROWTH = 10;

    private static final Pattern KEY = Pattern.compile("/keys/(\\d+)[ ?]");
    private static final String HEADERS_END = "\r\n\r\n";

    private final ObjectMapper mapper = new ObjectMapper();
    private final Reading reading;
    private final long initialBalance;
    private long keys;
    private long notFound;

    BalanceCheck(Reading reading, long initialBalance) {
        this.reading = reading;
        this.initialBalance = initialBalance;
    }

    @Override
    public void check(String request, String answer) {
        try {
            JsonNode body = mapper.readTree(answer);
            if (reading.kind() == Reading.Kind.SCAN) {
                JsonNode entries = body.path("entries");
                boolean isEnd = entries.isArray() && !body.has("nextPageToken");
                require(isEnd && entries.isEmpty(), "not all", answer);
            } else if (reading.keys() == 0) {
                checkFound(body.path("entries"), answer);
            } else {
                checkEntries(asked(request), entries(body), answer);
            }
        } catch (JsonProcessingException e) {
            throw new BenchmarkException("Cannot trust reads: no JSON, answer=" + answer, e);
        }
    }

    /** Of those that are to be found: in order, and most often some. */
    private void checkFound(JsonNode entries, String answer) {
        require(entries.isArray(), "no entries", answer);
        boolean highest = reading.kind() == Reading.Kind.HIGHEST;
        require(!highest || entries.size() == 10, "not ten", answer);
        for (int i = 1; i < entries.size(); i++) {
            long before = entries.path(i - 1).path("value").asLong();
            long value = entries.path(i).path("value").asLong();
            require(highest ? before >= value : before == value, "in no order", answer);
        }
        keys++;
        notFound += entries.isEmpty() ? 1 : 0;
        require(notFound <= FEW + keys / 2, "most often nothing", answer);
    }

    private List<Integer> asked(String request) throws JsonProcessingException {
        Matcher key = KEY.matcher(request);
        if (key.find()) {
            return List.of(Integer.valueOf(key.group(1)));
        }
        int body = request.indexOf(HEADERS_END) + HEADERS_END.length();
        JsonNode read = mapper.readTree(request.substring(body)).path("reads").path(0);
        return read.path("keys").valueStream().map(JsonNode::asInt).toList();
    }

    private static List<JsonNode> entries(JsonNode body) {
        return body.has("key")
                ? List.of(body)
                : body.path("results").path(0).path("entries").valueStream().toList();
    }

    private void checkEntries(List<Integer> asked, List<JsonNode> entries, String answer) {
        require(entries.size() == asked.size(), "keys asked for=" + asked.size(), answer);
        for (int i = 0; i < entries.size(); i++) {
            JsonNode entry = entries.get(i);
            JsonNode key = entry.path("key");
            require(
                    key.isInt() && key.intValue() == asked.get(i),
                    "another key than " + asked.get(i),
                    answer);
            JsonNode value = entry.path("value");
            require(
                    value.canConvertToLong()
                            && value.longValue() >= 0
                            && value.longValue() <= MOST_GROWTH * initialBalance,
                    "no balance of an account that began with " + initialBalance,
                    answer);
            require(entry.path("found").isBoolean(), "neither found nor not", answer);
            keys++;
            notFound += entry.path("found").booleanValue() ? 0 : 1;
        }
        require(
                notFound <= FEW + MOST_NOT_FOUND * keys,
                "too many accounts without a balance, found none=" + notFound + ", of=" + keys,
                answer);
    }

    private static void require(boolean holds, String otherwise, String answer) {
        if (!holds) {
            throw new BenchmarkException(
                    "Cannot trust reads: " + otherwise + ", answer=" + shortened(answer));
        }
    }

    private static String shortened(String answer) {
        int most = 500;
        return answer.length() <= most ? answer : answer.substring(0, most) + "...";
    }
}
