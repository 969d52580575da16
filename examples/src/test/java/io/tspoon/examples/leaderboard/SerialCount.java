/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.messages.TopicReader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Counts votes one by one in the order of the input, in plain Java, and compares every board. */
final class SerialCount {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<String> all;
    private final Map<String, Long> votes = new TreeMap<>();
    private final Map<String, String> phones = new HashMap<>();
    private final Deque<String> recent = new ArrayDeque<>();
    private final long removeEvery;
    private long counted;
    private int removals;

    SerialCount(List<String> contestants, long removeEvery) {
        this.all = contestants;
        this.removeEvery = removeEvery;
        contestants.forEach(contestant -> votes.put(contestant, 0L));
    }

    long counted() {
        return counted;
    }

    /** Compares the results of all votes. */
    void check(List<String> messages, List<TopicReader.Read> results) throws IOException {
        assertThat(results).hasSameSizeAs(messages);
        Map<String, JsonNode> byVote = new LinkedHashMap<>();
        for (TopicReader.Read result : results) {
            JsonNode json = MAPPER.readTree(result.text());
            assertThat(result.key()).isEqualTo(json.get("vote").asText());
            assertThat(byVote.put(result.key(), json)).as("second result: %s", json).isNull();
        }
        long timestamp = 0;
        int malformed = 0;
        for (String message : messages) {
            JsonNode vote = MAPPER.readTree(message);
            if (!vote.has("contestant")) {
                malformed++;
                continue;
            }
            JsonNode result = byVote.remove(vote.get("id").asText());
            String refusal = count(vote.get("phone").asText(), vote.get("contestant").asText());
            if (refusal.isEmpty()) {
                assertThat(result.get("outcome").asText()).as(message).isEqualTo("COUNTED");
                JsonNode board = board(vote.get("contestant").asText());
                assertThat(result.get("board")).as(message).isEqualTo(board);
            } else {
                assertThat(result.get("outcome").asText()).as(message).isEqualTo("REFUSED");
                assertThat(result.get("reasons")).hasSize(1);
                assertThat(result.get("reasons").get(0).asText()).startsWith(refusal);
            }
            assertThat(result.get("timestamp").asLong()).isGreaterThan(timestamp);
            timestamp = result.get("timestamp").asLong();
        }
        assertThat(byVote).as("results of malformed messages").hasSize(malformed);
        assertThat(byVote.values())
                .isNotEmpty()
                .allMatch(result -> result.toString().contains(LeaderboardGraph.MALFORMED));
        assertThat(removals).isGreaterThan(1);
    }

    /** Gives the reason why the vote is refused; empty if it is counted. */
    private String count(String phone, String contestant) {
        if (!votes.containsKey(contestant)) {
            return all.contains(contestant) ? LeaderboardGraph.IS_OUT : LeaderboardGraph.UNKNOWN;
        }
        if (phones.containsKey(phone)) {
            return LeaderboardGraph.HAS_VOTED;
        }
        phones.put(phone, contestant);
        votes.merge(contestant, 1L, Long::sum);
        recent.addLast(contestant);
        if (recent.size() > 100) {
            recent.removeFirst();
        }
        counted++;
        return "";
    }

    /** Removes the last contestant if it is time, and gives what the screen must show. */
    private JsonNode board(String contestant) throws IOException {
        String removed = "";
        if (counted % removeEvery == 0 && votes.size() > 1) {
            List<String> ranking = ranking(votes);
            removed = ranking.get(ranking.size() - 1);
            votes.remove(removed);
            String gone = removed;
            phones.values().removeIf(gone::equals);
            removals++;
        }
        Map<String, Long> trend = new TreeMap<>();
        recent.stream()
                .filter(votes::containsKey)
                .forEach(name -> trend.merge(name, 1L, Long::sum));
        List<String> worstFirst = new ArrayList<>(ranking(votes));
        Collections.reverse(worstFirst);
        ObjectNode board = MAPPER.createObjectNode();
        board.put("contestant", contestant);
        board.put("counted", counted);
        board.set("top", lines(ranking(votes), votes));
        board.set("bottom", lines(worstFirst, votes));
        board.set("trending", lines(ranking(trend), trend));
        board.put("removed", removed);
        // Read back, so that numbers have the types that readers see.
        return MAPPER.readTree(board.toString());
    }

    private static List<String> ranking(Map<String, Long> votes) {
        return votes.keySet().stream()
                .sorted(
                        Comparator.<String>comparingLong(votes::get)
                                .reversed()
                                .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static ArrayNode lines(List<String> ranking, Map<String, Long> votes) {
        ArrayNode lines = MAPPER.createArrayNode();
        ranking.stream()
                .limit(3)
                .forEach(
                        name ->
                                lines.addObject()
                                        .put("contestant", name)
                                        .put("votes", votes.get(name)));
        return lines;
    }
}
