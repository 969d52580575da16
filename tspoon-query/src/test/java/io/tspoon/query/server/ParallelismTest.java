/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.client.GraphParallelism;
import io.tspoon.query.client.GraphScaler;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryFailureReason;
import io.tspoon.query.client.QueryResult;
import io.tspoon.query.client.RetryPolicy;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.FakeFlink;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/** A gateway changes the parallelism of a t-graph, asked over HTTP, beside a JobManager. */
class ParallelismTest {
    private static final String PATH = "/v1/jobs/" + FakeFlink.JOB + "/graphs/bank/parallelism";
    private static final String MARK = " [t-graph bank, slots bank]";
    private static final String SECRET = "-0123456789abcdef";

    @TempDir Path directory;

    private FakeFlink flink;
    private Gateway gateway;
    private Http http;

    @BeforeEach
    void start() throws Exception {
        flink =
                FakeFlink.start()
                        .vertex("open", "Source: x<br/>+- bank: open" + MARK + "<br/>", 128)
                        .vertex("state", "bank: balance" + MARK + " [readable state, uid=u]", 128)
                        .vertex("close", "bank: close" + MARK, 64)
                        .vertex("sink", "Sink: Writer", 128);
        restart("allow-scaling", "true");
    }

    private void restart(String... options) throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        Configuration all = new Configuration();
        all.setString("tspoon.query.port", "0");
        for (int i = 0; i < options.length; i += 2) {
            all.setString("tspoon.query." + options[i], options[i + 1]);
        }
        gateway = Gateway.start(flink.address(), all);
        http = new Http(gateway.address());
    }

    @AfterEach
    void stop() {
        gateway.close();
        flink.close();
    }

    private Answer scale(Http by, String body) throws Exception {
        return by.send(
                by.request(PATH)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
    }

    private Answer scale(int parallelism) throws Exception {
        return scale(http, "{\"parallelism\":" + parallelism + "}");
    }

    private JsonNode awaitEnd() throws Exception {
        Await.until("the end of the change", () -> phase().equals("DONE"));
        return http.get(PATH).json().path("change");
    }

    private String phase() throws Exception {
        return http.get(PATH).json().at("/change/phase").asText();
    }

    @Test
    void allVerticesChangeTogether() throws Exception {
        JsonNode before = http.get(PATH).json();
        assertThat(before.path("parallelism").asInt()).isEqualTo(2);
        assertThat(before.path("maxParallelism").asInt()).isEqualTo(64);
        assertThat(before.path("change").isNull()).isTrue();

        Answer begun = scale(4);

        assertThat(begun.status()).as("%s", begun.json()).isEqualTo(202);
        JsonNode change = awaitEnd();
        assertThat(change.path("id")).isEqualTo(begun.json().at("/change/id"));
        assertThat(change.path("restarts").asInt()).isEqualTo(1);
        assertThat(change.path("passed"))
                .extracting(passed -> passed.path("phase").asText())
                .containsExactly("CHECKPOINT", "RESTART", "START");
        assertThat(flink.changes()).hasSize(1);
        assertThat(flink.uppers()).isEqualTo(Map.of("open", 4, "state", 4, "close", 4, "sink", 2));
        for (String vertex : List.of("open", "state", "close")) {
            assertThat(flink.changes().get(0).at("/" + vertex + "/parallelism/lowerBound").asInt())
                    .isEqualTo(1);
        }
        assertThat(flink.checkpoints()).isEqualTo(1);
        assertThat(http.get(PATH).json().path("parallelism").asInt()).isEqualTo(4);
    }

    /** Flink has chained the end of one to the beginning of the other. */
    @Test
    void graphsThatAreChainedChangeTogether() throws Exception {
        flink.vertex(
                "close",
                "bank: close" + MARK + "<br/>+- audit: open [t-graph audit, slots bank]",
                64);
        flink.vertex("far", "audit: close [t-graph audit, slots bank]", 128);
        flink.vertex("other", "shop: close [t-graph shop, slots shop]", 128);

        assertThat(scale(3).status()).isEqualTo(202);

        awaitEnd();
        assertThat(http.get(PATH).json().path("graphs")).hasSize(2);
        assertThat(flink.uppers())
                .containsAllEntriesOf(Map.of("open", 3, "close", 3, "far", 3))
                .containsAllEntriesOf(Map.of("sink", 2, "other", 2));
    }

    @Test
    void answersAreAsTheDocumentSays() throws Exception {
        JsonNode document = http.get("/v1/openapi.json").json();
        assertThat(problems(document, "Parallelism", http.get(PATH).json())).isEmpty();
        assertThat(problems(document, "Parallelism", scale(4).json())).isEmpty();
        awaitEnd();
        assertThat(problems(document, "Parallelism", http.get(PATH).json())).isEmpty();
        JsonNode excludes = http.get(PATH + "/excludes").json();
        assertThat(problems(document, "AutoscalerExcludes", excludes)).isEmpty();
        for (String body :
                List.of(
                        "{}",
                        "[]",
                        "{\"parallelism\":\"4\"}",
                        "{\"parallelism\":1.5}",
                        "{\"parallelism\":4,\"whenSlotsCome\":1}",
                        "{\"parallelism\":4,\"force\":true}")) {
            JsonNode json = new ObjectMapper().readTree(body);
            assertThat(problems(document, "WantedParallelism", json)).as(body).isNotEmpty();
            assertThat(scale(http, body).reason()).as(body).isEqualTo("INVALID_REQUEST");
        }
    }

    private static Set<ValidationMessage> problems(JsonNode document, String name, JsonNode json) {
        ObjectNode root = new ObjectMapper().createObjectNode();
        root.put("$ref", "#/components/schemas/" + name);
        root.set("components", document.path("components"));
        return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(root).validate(json);
    }

    @ParameterizedTest
    @CsvSource({
        "65, 422, TSP-4173", // one vertex has the maximum parallelism 64
        "1025, 400, TSP-4000",
        "0, 400, TSP-4000",
        "9, 422, TSP-4177" // 2 and 6 free slots
    })
    void whatCannotWorkIsRefused(int parallelism, int status, String code) throws Exception {
        check(scale(parallelism), status, code);
    }

    /** As after a change to fewer tasks, until Flink gives back what is idle. */
    @Test
    void slotsThatTheJobHasKeptAreFree() throws Exception {
        flink.freeSlots(0).keptSlots(2);
        check(scale(5), 422, "TSP-4177");
        assertThat(scale(4).status()).isEqualTo(202);
    }

    private void check(Answer refusal, int status, String code) {
        assertThat(refusal.status()).as("%s", refusal.json()).isEqualTo(status);
        assertThat(refusal.json().path("code").asText()).as("%s", refusal.json()).isEqualTo(code);
        assertThat(flink.changes()).isEmpty();
    }

    @Test
    void otherSchedulersAreRefused() throws Exception {
        flink.scheduler("Default");
        check(scale(4), 422, "TSP-4172");
    }

    @Test
    void oneCoordinatorForGoodIsNotJoinedByOthers() throws Exception {
        flink.vertex("open", "bank: open [t-graph bank, slots bank, one coordinator]", 128);
        check(scale(4), 422, "TSP-4174");
        assertThat(scale(1).status()).isEqualTo(202);
    }

    @Test
    void slotsMayComeLater() throws Exception {
        flink.waiting();
        assertThat(scale(http, "{\"parallelism\":9,\"whenSlotsCome\":true}").status())
                .isEqualTo(202);
        assertThat(flink.uppers()).containsEntry("state", 9);
        assertThat(phase()).isEqualTo("CHECKPOINT");
    }

    @Test
    void oneChangeAtATime() throws Exception {
        flink.waiting();
        Answer first = scale(4);
        assertThat(first.status()).isEqualTo(202);

        Answer second = scale(3);

        assertThat(second.status()).isEqualTo(409);
        assertThat(second.reason()).isEqualTo("CHANGE_UNDER_WAY");
        assertThat(second.json().path("detail").asText())
                .contains("change=" + first.json().at("/change/id").asText() + ".");
        assertThat(flink.changes()).hasSize(1);
    }

    /** Such as by Flink's web interface. */
    @Test
    void changesOfOthersCountToo() throws Exception {
        for (String vertex : List.of("open", "state", "close")) {
            flink.move(vertex, 3);
        }
        check(scale(4), 409, "TSP-4176");
    }

    @Test
    void jobsThatDoNotRunAreLeftAlone() throws Exception {
        flink.status("RESTARTING");
        check(scale(4), 503, "TSP-4175");
    }

    /** Such as between two restarts. */
    @Test
    void aJobWithoutVerticesIsAskedForLater() throws Exception {
        flink.status("INITIALIZING");
        check(scale(4), 503, "TSP-4175");
        check(http.get(PATH), 503, "TSP-4175");
    }

    /** As while another JobManager takes over. */
    @Test
    void whatPassesIsAskedForAgain() throws Exception {
        flink.failing("/jobs/" + FakeFlink.JOB);

        check(http.get(PATH), 503, "TSP-4180");
        check(scale(4), 503, "TSP-4180");
    }

    @Test
    void jobsThatHaveJustEndedAreUnknown() throws Exception {
        assertThat(http.get(PATH).status()).isEqualTo(200);
        flink.forgetting();
        check(scale(4), 404, "TSP-4182");
    }

    @Test
    void unequalBoundsAreRepairedEvenIfTheJobFails() throws Exception {
        flink.status("RESTARTING").waiting();
        flink.move("state", 4);

        assertThat(scale(2).status()).isEqualTo(202);

        assertThat(flink.uppers()).containsEntry("state", 2);
    }

    @Test
    void unknownGraphsAreNamed() throws Exception {
        Answer answer = http.get(PATH.replace("bank", "shop"));
        assertThat(answer.reason()).isEqualTo("UNKNOWN_GRAPH");
        assertThat(answer.json().path("detail").asText()).contains("known=[bank]");
    }

    @Test
    void autoscalersAreToldWhatToExclude() throws Exception {
        assertThat(http.get(PATH + "/excludes").json().path("line").asText())
                .isEqualTo("job.autoscaler.vertex.exclude.ids: open;state;close");
    }

    /** No page of another server can say that it sends JSON. */
    @Test
    void onlyJsonIsTaken() throws Exception {
        Answer form = http.post(PATH, "{'parallelism':4}");
        assertThat(form.reason()).isEqualTo("UNSUPPORTED_TYPE");
        assertThat(flink.changes()).isEmpty();
    }

    @Test
    void nobodyMayUnlessItIsAllowed() throws Exception {
        restart();
        check(scale(4), 403, "TSP-4179");
        check(http.get(PATH), 403, "TSP-4179");
    }

    @Test
    void onlyTheScopeAllowsIt() throws Exception {
        Path tokens =
                Files.write(
                        directory.resolve("tokens"),
                        List.of(
                                "reader read,call:*,write:* reader" + SECRET,
                                "chief read,scale chief" + SECRET));
        Path peer = Files.writeString(directory.resolve("peer"), "peer" + SECRET);
        restart(
                "allow-scaling",
                "true",
                "tokens-file",
                tokens.toString(),
                "peer-token-file",
                peer.toString());

        check(scale(by("reader"), "{\"parallelism\":4}"), 403, "TSP-4178");
        check(scale(by("peer"), "{\"parallelism\":4}"), 403, "TSP-4178");
        assertThat(by("reader").get(PATH).status()).isEqualTo(200);
        assertThat(scale(by("chief"), "{\"parallelism\":4}").status()).isEqualTo(202);
    }

    private Http by(String name) {
        return new Http(gateway.address(), "Bearer " + name + SECRET, HttpClient.newHttpClient());
    }

    @Test
    void theClientDoesTheSame() throws Exception {
        GraphScaler bank =
                QueryClient.to(URI.create(gateway.address()))
                        .retries(RetryPolicy.NEVER)
                        .build()
                        .scaler(FakeFlink.JOB, "bank");
        GraphParallelism before = bank.read().orElseThrow();
        assertThat(before.graphs()).containsExactly("bank");
        assertThat(before.maxParallelism()).isEqualTo(64);
        assertThat(before.change()).isEmpty();

        GraphParallelism begun = bank.change(4).orElseThrow();

        assertThat(begun.change().orElseThrow().to()).isEqualTo(4);
        Await.until("the end", () -> bank.read().orElseThrow().change().orElseThrow().isOver());
        GraphParallelism.Change change = bank.read().orElseThrow().change().orElseThrow();
        assertThat(change.phase()).isEqualTo(GraphParallelism.Phase.DONE);
        assertThat(change.restarts()).isEqualTo(1);
        assertThat(change.passed())
                .extracting(GraphParallelism.Passed::phase)
                .contains(GraphParallelism.Phase.CHECKPOINT);
        assertThat(change.isRepair()).isFalse();
        assertThat(((QueryResult.Failure<?>) bank.change(65)).reason())
                .isEqualTo(QueryFailureReason.CANNOT_SCALE);
        assertThat(bank.changeWhenSlotsCome(9).orElseThrow().change().orElseThrow().to())
                .isEqualTo(9);
    }

    @Test
    void guardGivesAllTheOneThatWasChanged() throws Exception {
        restart("guard", "true");
        Await.until("the guard to know the bounds", () -> flink.looks() >= 1);

        flink.move("state", 4);

        Await.until("the repair", () -> !flink.changes().isEmpty());
        assertThat(flink.uppers()).isEqualTo(Map.of("open", 4, "state", 4, "close", 4, "sink", 2));
        Await.until("a checkpoint, so that it begins", () -> flink.checkpoints() > 0);
        assertThat(flink.changes()).hasSize(1);
    }

    /** While a job waits for slots, Flink does not say what its vertices are of. */
    @Test
    void guardLooksAgainAtJobsThatWaitForSlots() throws Exception {
        flink.status("CREATED");
        flink.move("state", 4);
        restart("guard", "true", "allow-scaling", "true");
        check(http.get(PATH), 503, "TSP-4175");
        int details = flink.detailsAsked();
        Await.until("the guard to look", () -> flink.detailsAsked() > details);

        flink.status("RUNNING");

        Await.until("the repair", () -> !flink.changes().isEmpty());
        assertThat(flink.uppers()).containsAllEntriesOf(Map.of("open", 2, "state", 2, "close", 2));
    }

    /** A job that is upgraded may keep its id. */
    @Test
    void guardForgetsVerticesThatTheJobHasNoLonger() throws Exception {
        restart("guard", "true");
        Await.until("the guard to know the bounds", () -> flink.looks() >= 1);

        flink.remove("state");
        int looks = flink.looks();
        Await.until("the guard to know the new ones", () -> flink.looks() >= looks + 2);
        flink.move("close", 4);

        Await.until("the repair", () -> !flink.changes().isEmpty());
        assertThat(flink.uppers()).isEqualTo(Map.of("open", 4, "close", 4, "sink", 2));
    }

    /** When it starts, nobody can tell which one was changed. */
    @Test
    void guardGivesAllTheSmallestIfItIsNotKnownWhichWasChanged() throws Exception {
        flink.move("state", 4);
        flink.move("close", 70);
        restart("guard", "true", "allow-scaling", "true");

        Await.until("the repair", () -> !flink.changes().isEmpty());

        assertThat(flink.uppers()).containsAllEntriesOf(Map.of("open", 2, "state", 2, "close", 2));
        Await.until("that the change is known", () -> !phase().isEmpty());
        assertThat(http.get(PATH).json().at("/change/by").asText()).isEqualTo("GUARD");
    }
}
