/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.local.LocalInstances;
import io.tspoon.query.peer.StatusRequest;
import io.tspoon.query.peer.Statuses;
import io.tspoon.query.route.DescribedGraph;
import io.tspoon.query.route.DescribedState;
import io.tspoon.query.route.GraphHealth;
import io.tspoon.query.route.OneInstance;
import io.tspoon.query.route.Router;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.SteppedTime;
import io.tspoon.query.testing.StuckServer;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.node.BooleanNode;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.http.HttpClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What a server makes of another one that stops in the middle of its answers. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StuckServersTest {
    private static final long TIMEOUT_MS = 300;

    /** Longer than any of these tests may take, but for those whose time is stepped. */
    private static final long LONG_MS = 60_000;

    private final Engine engine = new Engine(Settings.of(new Configuration(), "localhost"));
    private final LocalInstances none = new LocalInstances(JsonMapping.standard());
    private StuckServer stuck;

    @BeforeEach
    void start() throws Exception {
        stuck = new StuckServer();
    }

    @AfterEach
    void stop() throws Exception {
        stuck.close();
        engine.close();
    }

    @Test
    void itsConnectionIsGivenUpInTime() throws Exception {
        SteppedTime time = new SteppedTime();
        HttpPeer peer =
                new HttpPeer(
                        HttpClient.newHttpClient(),
                        engine.mapper(),
                        stuck.address(),
                        "0123456789abcdef0123456789abcdef",
                        null,
                        time);
        CompletableFuture<Statuses> answer = peer.call(new StatusRequest("bank"), LONG_MS);
        Await.until("half an answer", () -> stuck.answered() == 1);
        assertThat(answer).isNotDone();

        time.pass(LONG_MS);

        CompletionException failure = catchThrowableOfType(CompletionException.class, answer::join);
        assertThat(failure.getCause())
                .isInstanceOfSatisfying(
                        QueryException.class,
                        cause -> assertThat(cause.reason()).isEqualTo(FailureReason.TIMEOUT));
        Await.until("the end of the connection", () -> stuck.left() == 1);
        assertThat(stuck.answered()).isOne();
    }

    /** What it would have told is not known. */
    @Test
    void descriptionsLeaveItOut() {
        JobLayout.Instance instance =
                new JobLayout.Instance(0, 128, 1L, stuck.address(), "localhost");
        Router router = engine.router(new OneInstance(instance), none, "nowhere", null);

        DescribedGraph graph = router.graphs().describe("bank", TIMEOUT_MS).join();

        assertThat(graph.health()).isEqualTo(GraphHealth.READY);
        DescribedState state = graph.states().get(0);
        assertThat(state.readyInstances()).isOne();
        assertThat(state.schemas().key()).isEqualTo(BooleanNode.TRUE);
        assertThat(state.keys()).isEmpty();
    }
}
