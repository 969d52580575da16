/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.client.QueryResult.Failure;
import io.tspoon.query.client.ScriptedEndpoint.Reply;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;

/** Which answers the client cannot read, and what it says of them. */
class UnexpectedAnswerTest {
    /** The answer around a value is a level, too. */
    private static final int DEEPEST = 499;

    private static final int LONGEST_MESSAGE = 2_000;

    record Owner(String name, List<Long> years) {}

    record Account(Owner owner, long balance) {}

    record Positive(long number) {
        Positive {
            if (number < 1) {
                throw new ArithmeticException("below one" + "!".repeat(5_000));
            }
        }
    }

    record Nested(Nested in) {}

    @Test
    void fieldThatDoesNotFitIsNamed() throws IOException {
        String json = "{\"owner\":{\"name\":\"Ann\",\"years\":[1,\"two\"]},\"balance\":7}";
        assertThat(messageOf(ask(json, Account.class)))
                .contains("Account[\"owner\"]->", "Owner[\"years\"]->", "[1], cause=")
                .containsPattern("cause=Cannot .*two.*, json=.\"owner\":.\"name\":\"Ann\"")
                .contains("Compare the types of the question with those of the state");
        assertThat(messageOf(ask("{\"balance\":null}", Account.class)))
                .contains("Account[\"balance\"], cause=Cannot map `null` into type `long`");
    }

    /** There is no field then. */
    @Test
    void valueOfAnotherTypeIsTold() throws IOException {
        assertThat(messageOf(ask("\"seven\"", Long.class)))
                .contains("it is no Long, cause=Cannot ", "json=\"seven\"")
                .doesNotContain(", at=");
        assertThat(messageOf(ask("7".repeat(5_000), Long.class)))
                .contains("it is no Long, cause=Numeric value", "out of range", "json=777")
                .hasSizeLessThan(LONGEST_MESSAGE);
    }

    @Test
    void longCausesAreShortened() throws IOException {
        assertThat(messageOf(ask("{\"number\":0}", Positive.class)))
                .contains(", cause=", "below one!!", "!!..., json=")
                .hasSizeLessThan(LONGEST_MESSAGE);
        String deep = "{\"in\":".repeat(300) + "7" + "}".repeat(300);
        assertThat(messageOf(ask(deep, Nested.class)))
                .contains(", at=...", "Nested[\"in\"], cause=")
                .hasSizeLessThan(LONGEST_MESSAGE);
    }

    @ParameterizedTest
    @CsvSource({"<html>,Unexpected character (", "{,Unexpected end-of-input"})
    void whatIsWrongWithTheJsonIsTold(String body, String cause) throws IOException {
        assertThat(messageOf(answered(body, Long.class)))
                .contains("it is no JSON, cause=" + cause, "status=200", "Check that the address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "null", "{\"value\":7}"})
    void answerOfSomethingElseIsUnexpected(String body) throws IOException {
        assertThat(messageOf(answered(body, Long.class))).contains("there is no timestamp");
    }

    /** What Jackson bounds by itself, and servers do in requests. */
    @Test
    void numbersTextsAndNamesMayBeLong() throws IOException {
        String digits = "7".repeat(1_001);
        assertThat(ask(digits, Object.class).orElseThrow()).hasValue(new BigInteger(digits));
        String name = "n".repeat(50_001);
        assertThat(ask("{\"" + name + "\":true}", Object.class).orElseThrow())
                .hasValue(Map.of(name, true));
        String text = "t".repeat(20_000_001);
        assertThat(ask("\"" + text + "\"", String.class).orElseThrow().orElseThrow().equals(text))
                .isTrue();
    }

    /** The stack bears the deepest answer, also with an object for each level. */
    @Test
    void valuesAreReadDownToABound() throws IOException {
        Nested value = ask(nested(DEEPEST), Nested.class).orElseThrow().orElseThrow();
        int levels = 1;
        while (value.in() != null) {
            value = value.in();
            levels++;
        }
        assertThat(levels).isEqualTo(DEEPEST);
        assertThat(messageOf(ask(nested(DEEPEST + 1), Nested.class)))
                .contains("it is nested too deeply, cause=", "(500", "status=200")
                .contains("with a projection")
                .doesNotContain("no JSON", "address");
    }

    private static String nested(int levels) {
        return "{\"in\":".repeat(levels) + "null" + "}".repeat(levels);
    }

    private static String messageOf(QueryResult<?> result) {
        Failure<?> failure = ClientTest.failure(result);
        assertThat(failure.reason()).isEqualTo(QueryFailureReason.UNEXPECTED_ANSWER);
        assertThat(failure.retryable()).isFalse();
        return failure.message();
    }

    private static <V> QueryResult<Optional<V>> ask(String value, Class<V> type)
            throws IOException {
        String rest = "{\"key\":\"alice\",\"found\":true,\"timestamp\":\"4096\",\"value\":";
        return answered(rest + value + "}", type);
    }

    private static <V> QueryResult<Optional<V>> answered(String body, Class<V> type)
            throws IOException {
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.start(new Reply(200, body))) {
            return QueryClient.to(endpoint.address())
                    .build()
                    .graph("bank")
                    .ask(StateQuery.of("state", String.class, type).key("alice"));
        }
    }
}
