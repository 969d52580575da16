/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.Limits;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.local.LocalInstances;
import io.tspoon.query.peer.DescribeRequest;
import io.tspoon.query.peer.Described;
import io.tspoon.query.peer.DescribedInstance;
import io.tspoon.query.peer.EntrySchemas;
import io.tspoon.query.peer.InstanceName;
import io.tspoon.query.peer.OwnerIndexes;
import io.tspoon.query.peer.OwnersRequest;
import io.tspoon.query.peer.PeerRequest;
import io.tspoon.query.peer.ReadPoint;
import io.tspoon.query.peer.ReadRequest;
import io.tspoon.query.peer.ReadValues;
import io.tspoon.query.peer.StateRules;
import io.tspoon.query.request.WantedSnapshot;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;

/** What a gateway, which has no instance, asks of servers to read one key. */
class RouterTest {
    private static final WantedSnapshot ANY =
            new WantedSnapshot(false, WantedSnapshot.CHOICE, 0, 60_000);
    private static final JsonNode KEY = TextNode.valueOf("alice");

    private static final OwnersRequest OWNERS = new OwnersRequest("bank", "balance", List.of(KEY));
    private static final ReadRequest READ =
            new ReadRequest(
                    "bank",
                    ReadPoint.after(0),
                    List.of(
                            new ReadRequest.KeysOfInstance(
                                    new InstanceName("balance", 0, 1), List.of(KEY))),
                    1_000);
    private static final DescribedInstance DESCRIBED =
            new DescribedInstance(
                    "balance",
                    0,
                    new EntrySchemas(
                            JsonNodeFactory.instance.objectNode().put("type", "string"),
                            BooleanNode.TRUE,
                            null),
                    new StateRules(128, "", 0),
                    DescribedInstance.UNCOUNTED);

    private final JsonMapper mapper = new JsonMapper();
    private final List<PeerRequest<?>> asked = new ArrayList<>();
    private final Router router =
            new Router(
                    new ServedJob(
                            new OneInstance(
                                    new JobLayout.Instance(
                                            0, 128, 1, "http://localhost:1", "localhost")),
                            new LocalInstances(JsonMapping.standard()),
                            address -> this::call),
                    new Limits(1, 1, 1, 1_000, 1_000, 60_000, 1_000, 1_000),
                    (delayMs, action) -> () -> {},
                    Runnable::run,
                    mapper);

    @Test
    void keyInJsonNeedsNoSchema() {
        assertFound(router.readKey("bank", "balance", KEY, ANY, Runnable::run));
        assertThat(asked).containsExactly(OWNERS, READ);
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
                .containsExactly(
                        new DescribeRequest("bank", DescribeRequest.Size.LEFT_OUT),
                        OWNERS,
                        READ,
                        OWNERS,
                        READ);
    }

    private static void assertFound(CompletableFuture<KeyAnswer> answer) {
        assertThat(answer.join())
                .isEqualTo(new KeyAnswer(5, new AnsweredEntry(KEY, true, IntNode.valueOf(7))));
    }

    @SuppressWarnings("unchecked") // each kind of request has its answer
    private <A> CompletableFuture<A> call(PeerRequest<A> request, long timeoutMs) {
        asked.add(request);
        Object answer;
        if (request instanceof DescribeRequest) {
            answer = new Described(List.of(DESCRIBED));
        } else if (request instanceof OwnersRequest) {
            answer = new OwnerIndexes(List.of(0));
        } else if (request instanceof ReadRequest) {
            ReadValues.KeyValue seven = new ReadValues.KeyValue(true, IntNode.valueOf(7));
            answer = Optional.of(new ReadValues(List.of(List.of(seven)), 5));
        } else {
            throw new AssertionError(request);
        }
        return CompletableFuture.completedFuture((A) answer);
    }
}
