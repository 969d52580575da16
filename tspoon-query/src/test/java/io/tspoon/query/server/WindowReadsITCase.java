/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.WindowContent;
import io.tspoon.api.WindowSlot;
import io.tspoon.api.WindowSpec;
import io.tspoon.api.windows.Polls;
import io.tspoon.api.windows.Polls.Vote;
import io.tspoon.query.client.Answers;
import io.tspoon.query.client.Entry;
import io.tspoon.query.client.Field;
import io.tspoon.query.client.GraphReader;
import io.tspoon.query.client.Page;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryResult;
import io.tspoon.query.client.Question;
import io.tspoon.query.client.StateQuery;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.PacedNumbers;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/** Windows as readers see them while they slide: each is whole, and its aggregate fits. */
class WindowReadsITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final int ROUNDS = 60;
    private static final int SLOTS = 12;
    private static final int PAGE = 1_000;
    private static final long DESK = 3;

    private final StateQuery<Long, WindowContent<Long>> lasts =
            StateQuery.of(Polls.LAST.contents());
    private final StateQuery<WindowSlot<Long>, Vote> lastSlots = StateQuery.of(Polls.LAST.slots());
    private final StateQuery<Long, WindowContent<Long>> spans =
            StateQuery.of(Polls.SPAN.contents());
    private final StateQuery<WindowSlot<Long>, Vote> spanSlots = StateQuery.of(Polls.SPAN.slots());

    @Test
    void windowsAreWhole() throws Exception {
        int port = Ports.free();
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, options);
        Polls.polls(
                        TransactionalGraph.named("polls")
                                .queryable()
                                .openTransaction(
                                        environment.fromSource(
                                                new PacedNumbers(1_000_000_000, 5_000),
                                                WatermarkStrategy.noWatermarks(),
                                                "numbers"),
                                        number -> Long.toString(number)))
                .closeTransaction()
                .sinkTo(new DiscardingSink<>());
        JobClient job = environment.executeAsync();
        try {
            String address = "http://127.0.0.1:" + port;
            GraphReader polls =
                    QueryClient.to(URI.create(address))
                            .timeout(Duration.ofSeconds(50))
                            .build()
                            .graph("polls");
            Await.until(
                    "a full window",
                    () ->
                            polls.ask(lasts.key(DESK))
                                            instanceof
                                            QueryResult.Answer<Optional<WindowContent<Long>>> answer
                                    && answer.value()
                                            .filter(last -> last.size() == 10)
                                            .isPresent());
            long first = -1;
            for (int round = 0; round < ROUNDS; round++) {
                first = checkBoth(polls, first);
            }
            checkJson(new Http(address));
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    /** Returns the number of the first element in one of the windows. */
    private long checkBoth(GraphReader polls, long atLeast) {
        Question<Optional<WindowContent<Long>>> last = lasts.key(DESK);
        Question<Map<WindowSlot<Long>, Vote>> inSlots =
                lastSlots.keys(
                        LongStream.range(0, SLOTS)
                                .mapToObj(i -> new WindowSlot<>(DESK, i))
                                .toList());
        Question<Optional<WindowContent<Long>>> span = spans.key(DESK);
        Question<Page<WindowSlot<Long>, Vote>> inSpan =
                spanSlots.where(Field.key("key").eq(DESK)).page(PAGE);
        Answers answers = polls.askTogether(last, inSlots, span, inSpan).orElseThrow();
        WindowContent<Long> ofLast = answers.to(last).orElseThrow();
        WindowContent<Long> ofSpan = answers.to(span).orElseThrow();

        checkSum(Polls.LAST, ofLast, answers.to(inSlots));
        List<Vote> votes =
                checkSum(
                        Polls.SPAN,
                        ofSpan,
                        answers.to(inSpan).entries().stream()
                                .collect(Collectors.toMap(Entry::key, Entry::value)));

        assertThat(ofLast.size()).isEqualTo(10);
        assertThat(ofLast.first()).isGreaterThanOrEqualTo(atLeast);
        assertThat(votes)
                .allSatisfy(
                        vote ->
                                assertThat(vote.at())
                                        .isBetween(ofSpan.end() - 100, ofSpan.end() - 1));
        return ofLast.first();
    }

    private static List<Vote> checkSum(
            WindowSpec<Long, Vote, Long> spec,
            WindowContent<Long> content,
            Map<WindowSlot<Long>, Vote> slots) {
        List<Vote> votes = spec.elementsOf(DESK, content, slots);
        assertThat(votes.stream().mapToLong(Vote::value).sum()).isEqualTo(content.aggregate());
        return votes;
    }

    /** Both states are among those of the t-graph, and have values in JSON. */
    private static void checkJson(Http http) throws Exception {
        JsonNode content = http.get("/v1/graphs/polls/states/last/keys/3").json().path("value");
        assertThat(content.path("size").asInt()).isEqualTo(10);
        assertThat(content.path("aggregate").isIntegralNumber()).isTrue();
        assertThat(content.path("slots").asInt()).isEqualTo(SLOTS);
        JsonNode slots =
                http.post(
                                "/v1/graphs/polls/states/last-slots/scan",
                                "{'filter':{'field':'/key/key','op':'eq','value':3}}")
                        .json();
        assertThat(slots.path("entries")).hasSize(SLOTS);
        assertThat(slots.path("entries").path(0).path("value").has("at")).isTrue();
    }
}
