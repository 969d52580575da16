/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.route.EntriesResult;
import io.tspoon.query.route.QueryAnswer;
import io.tspoon.query.route.ReadResult;
import io.tspoon.query.route.TotalsResult;

import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** A result counts for the limit of an answer what it takes there. */
class AnswerJsonTest {
    @Test
    void sizesOfResultsAreThoseOfTheirJson() {
        assertSize(new EntriesResult("balance", List.of(), 0, null));
        assertSize(new EntriesResult("balance", List.of(), 0, "a token of some length"));
        assertSize(new TotalsResult("balance", Map.of()));
        assertSize(new TotalsResult("balance", Map.of("n", LongNode.valueOf(-120))));
        assertSize(
                new TotalsResult(
                        "balance",
                        Map.of("least", TextNode.valueOf("abc"), "sum", LongNode.valueOf(9))));
    }

    private static void assertSize(ReadResult result) {
        String json =
                AnswerJson.of(new QueryAnswer(1, List.of(result)))
                        .path("results")
                        .path(0)
                        .toString();
        assertThat(result.bytes()).as(json).isEqualTo(json.length());
    }
}
