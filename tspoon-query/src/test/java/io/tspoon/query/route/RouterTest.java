/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.request.When;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;

/** What a gateway, which has no instance, asks of servers to read one key. */
class RouterTest {
    private static final When ANY = new When(false, When.CHOICE, 0, 60_000);
    private static final JsonNode KEY = TextNode.valueOf("alice");

    private final JsonMapper mapper = new JsonMapper();
    private final List<String> asked = new ArrayList<>();
    private final Router router =
            new Router(
                    new OneInstance(
                            new JobLayout.Instance(0, 128, 1, "http://localhost:1", "localhost")),
                    new LocalInstances(JsonMapping.standard()),
                    address -> this::call,
                    new Limits(1, 1, 1, 1_000, 1_000, 60_000, 1_000, 1_000),
                    (delayMs, action) -> () -> {},
                    Runnable::run,
                    mapper);

    @Test
    void keyInJsonNeedsNoSchema() {
        assertFound(router.readKey("bank", "balance", KEY, ANY, Runnable::run));
        assertThat(asked).containsExactly("OWNERS", "READ");
    }

    @Test
    void keyInTextNeedsTheSchemaOnceAndNoCounts() {
        for (int i = 0; i < 2; i++) {
            assertFound(
                    router.readKeyOfText(
                            "bank",
                            "balance",
                            schema -> {
                                assertThat(schema.path("type").asText()).isEqualTo("string");
                                return KEY;
                            },
                            ANY,
                            Runnable::run));
        }
        assertThat(asked)
                .containsExactly("DESCRIBE without counts", "OWNERS", "READ", "OWNERS", "READ");
    }

    private static void assertFound(CompletableFuture<ObjectNode> answer) {
        assertThat(answer.join().path("value").asLong()).isEqualTo(7);
    }

    private CompletableFuture<JsonNode> call(Operation operation, ObjectNode body, long timeoutMs) {
        boolean counts = body.path("counts").asBoolean(true);
        asked.add(operation.name() + (counts ? "" : " without counts"));
        return CompletableFuture.completedFuture(
                json(
                        switch (operation) {
                            case DESCRIBE ->
                                    "{'states':[{'state':'balance','keySchema':{'type':'string'}}]}";
                            case OWNERS -> "{'owners':[0]}";
                            case READ -> "{'newest':5,'results':[{'found':[true],'values':[7]}]}";
                            default -> throw new AssertionError(operation);
                        }));
    }

    private JsonNode json(String text) {
        try {
            return mapper.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
