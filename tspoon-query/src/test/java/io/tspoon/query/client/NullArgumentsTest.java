/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.transaction.ExecutionTimestamp;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/** What is missing is refused where it is passed: it would ask for something else. */
class NullArgumentsTest {
    private static final Selection<String, Long> ALL =
            StateQuery.of("balance", String.class, Long.class).all();

    static Stream<Arguments> nothings() {
        Field value = Field.value();
        Field part = null;
        Class<Long> type = null;
        return Stream.of(
                nothing("a sum: the part", () -> ALL.sum(part)),
                nothing("a minimum: the part", () -> ALL.min(part, Long.class)),
                nothing("a minimum: the type", () -> ALL.min(value, type)),
                nothing("a maximum: the part", () -> ALL.max(part, Long.class)),
                nothing("a maximum: the type", () -> ALL.max(value, type)),
                nothing("a projection: the part", () -> ALL.project(Long.class, value, null)),
                nothing("a projection: the type", () -> ALL.project(type, value)));
    }

    private static Arguments nothing(String what, ThrowingCallable question) {
        return Arguments.of(what, question);
    }

    @ParameterizedTest
    @MethodSource("nothings")
    void questionsTakeNoNull(String what, ThrowingCallable question) {
        assertThatNullPointerException()
                .isThrownBy(question)
                .withMessage(
                        "[TSP-5107] Cannot ask for " + what + " is null, state=balance. Pass one.");
    }

    @Test
    void nothingIsNotNegated() {
        assertThatNullPointerException()
                .isThrownBy(() -> Filter.not(null))
                .withMessage("[TSP-5101] Cannot negate filter: it is null. Pass one.");
    }

    @Test
    void pagesHaveRoomAndProjectionsParts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ALL.page(0))
                .withMessageContaining("it has no room, limit=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ALL.project(Long.class))
                .withMessageContaining("no part is given, state=balance. Pass the parts")
                .withMessageContaining("leave the call out for whole values");
    }

    @Test
    void answersAreNotMappedToNull() {
        QueryResult<Long> answer = new Answer<>(7L, new ExecutionTimestamp(4096));
        assertThat(answer.map(balance -> balance + 1).orElseThrow()).isEqualTo(8L);
        assertThatNullPointerException()
                .isThrownBy(() -> answer.map(balance -> null))
                .withMessageContaining("Cannot map answer: the function gave null.");
    }
}
