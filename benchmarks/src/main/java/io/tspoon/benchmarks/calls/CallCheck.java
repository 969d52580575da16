/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

import io.tspoon.benchmarks.harness.AnswerCheck;
import io.tspoon.benchmarks.harness.BenchmarkException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Checks answers to calls: an outcome for each key, in their order, that no earlier call has had,
 * and durable if it must be. For one thread.
 *
 * @param mapper reads them
 * @param durable whether outcomes must be durable
 */
record CallCheck(ObjectMapper mapper, boolean durable) implements AnswerCheck {
    private static final Pattern KEY =
            Pattern.compile("idempotency-key: (\\d+)\r|\"key\":\"(\\d+)\"");

    CallCheck(boolean durable) {
        this(new ObjectMapper(), durable);
    }

    @Override
    public void check(String request, String answer) {
        List<String> keys = KEY.matcher(request).results().map(CallCheck::key).toList();
        try {
            JsonNode body = mapper.readTree(answer);
            List<JsonNode> answers =
                    body.has("answers")
                            ? body.path("answers").valueStream().toList()
                            : List.of(body);
            require(answers.size() == keys.size(), "not one answer for each call", body);
            for (int i = 0; i < keys.size(); i++) {
                check(keys.get(i), answers.get(i));
            }
        } catch (JsonProcessingException e) {
            throw new BenchmarkException("Cannot trust calls: no JSON, answer=" + answer, e);
        }
    }

    private static String key(MatchResult match) {
        String ofHeader = match.group(1);
        return ofHeader == null ? match.group(2) : ofHeader;
    }

    private void check(String key, JsonNode answer) {
        String outcome = answer.path("outcome").asText();
        boolean committed = outcome.equals("COMMITTED");
        require(answer.path("key").asText().equals(key), "another key than " + key, answer);
        require(committed || outcome.equals("ABORTED"), "no outcome", answer);
        require(answer.path("emitted").size() == (committed ? 2 : 0), "not two balances", answer);
        require(!answer.path("repeated").asBoolean(true), "it is said to be repeated", answer);
        require(answer.path("durable").asBoolean(!durable) == durable, "durable or not", answer);
    }

    private static void require(boolean holds, String otherwise, JsonNode answer) {
        if (!holds) {
            throw new BenchmarkException(
                    "Cannot trust calls: "
                            + otherwise
                            + ", answer="
                            + shortened(answer.toString()));
        }
    }

    private static String shortened(String answer) {
        int most = 500;
        return answer.length() <= most ? answer : answer.substring(0, most) + "...";
    }
}
