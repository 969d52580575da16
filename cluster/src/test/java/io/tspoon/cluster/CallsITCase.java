/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.flink.Vertex;
import io.tspoon.cluster.host.Address;
import io.tspoon.cluster.host.Await;
import io.tspoon.cluster.host.HostProcess;
import io.tspoon.cluster.job.SettleJob;
import io.tspoon.cluster.job.Version;
import io.tspoon.examples.trial.CallAnswer;
import io.tspoon.examples.trial.CallHistory;
import io.tspoon.examples.trial.Readings;
import io.tspoon.examples.trial.Transfer;
import io.tspoon.examples.trial.Transfers;
import io.tspoon.examples.trial.Verdict;
import io.tspoon.protocol.Timestamps;
import io.tspoon.query.client.CallResult;
import io.tspoon.query.client.GraphCall;
import io.tspoon.query.client.GraphCaller;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryFailureReason;
import io.tspoon.query.client.QueryResult;
import io.tspoon.query.client.RetryPolicy;
import io.tspoon.query.server.Gateway;
import io.tspoon.transaction.Durability;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls of a job whose coordinators are in two processes, which know each other by a secret. What a
 * server takes, the other one executes if it owns the key.
 */
class CallsITCase {
    private static final String SECRET = "-0123456789abcdef";
    private static final int CALLS = 24;
    private static final Duration SHORT = Duration.ofSeconds(1);

    /** The addresses of the TaskManagers, with the same port. */
    private static final List<String> HOSTS = List.of("127.0.0.1", "127.0.0.2");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path directory;

    private static FlinkHome home;
    private static LoopbackCluster cluster;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        home = FlinkHome.find();
        port = Address.loopback().freePorts(1).get(0);
        Path tokens =
                Files.writeString(
                        directory.resolve("tokens"), "shop call:*,read " + token("shop") + "\n");
        List<Address> places = new ArrayList<>();
        for (String host : HOSTS) {
            places.add(new Address(InetAddress.getByName(host), List.of()));
        }
        cluster =
                LoopbackCluster.start(
                        home,
                        directory.resolve("cluster"),
                        List.of(),
                        Map.of(),
                        places,
                        Map.of(
                                "tspoon.query.bind-address",
                                "{host}",
                                "tspoon.query.port",
                                Integer.toString(port),
                                "tspoon.query.tokens-file",
                                tokens.toString(),
                                "tspoon.query.peer-token-file",
                                directory.resolve("peers-{host}").toString()));
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private static String token(String name) {
        return name + SECRET;
    }

    @BeforeEach
    void giveTheSameSecret() throws Exception {
        for (String host : HOSTS) {
            setSecret(host, "peers");
        }
        cluster.awaitAll();
    }

    /** A test that failed must leave the slots to the next one. */
    @AfterEach
    void endJobs() throws Exception {
        for (String job : cluster.rest().unfinishedJobs()) {
            cluster.rest().cancel(job);
        }
    }

    private static void setSecret(String host, String name) throws IOException {
        Files.writeString(directory.resolve("peers-" + host), token(name));
    }

    // ------------------------------------------------------------------ tests

    /** A call that waits for an owner that is gone may have been executed, and is, once. */
    @Test
    void callOutlivesTheProcessOfItsOwner() throws Exception {
        Trial trial = cluster.trial("calls", home.jobJar(), settings());
        trial.begin();
        trial.awaitSteady();
        List<String> owners = owners(trial);
        HostProcess other = cluster.flink().taskManager(owners.get(1));
        GraphCaller asked = caller(server(owners.get(0)));
        List<CallAnswer> answers = new ArrayList<>();
        for (long number = 0; number < CALLS; number++) {
            // On a busy machine the servers may take their time to find one another.
            answers.add(answer(number, untilAnswered(asked, number)));
        }
        assertThat(answers.stream().map(CallsITCase::owner)).contains(0, 1);

        other.freeze();
        List<CompletableFuture<QueryResult<CallResult<Long>>>> waiting = new ArrayList<>();
        for (long number = CALLS; number < 2 * CALLS; number++) {
            waiting.add(call(asked, number).timeout(Await.PATIENCE).sendAsync());
        }
        assertThat(
                        call(asked, firstOf(0, answers))
                                .timeout(Await.PATIENCE)
                                .orElseThrow()
                                .repeated())
                .isTrue();
        HttpResponse<String> late = post(server(owners.get(0)), firstOf(1, answers), SHORT);
        assertThat(late.statusCode()).isEqualTo(504);
        assertThat(late.body()).contains("\"reason\":\"TIMEOUT\"", "\"executed\":\"unknown\"");
        other.kill();
        Set<String> told = new HashSet<>();
        for (CompletableFuture<QueryResult<CallResult<Long>>> one : waiting) {
            if (one.get() instanceof QueryResult.Failure<CallResult<Long>> failure) {
                told.add(failure.reason() + (isUnknown(failure.message()) ? " unknown" : " no"));
                assertThat(failure.retryable()).isTrue();
                assertThat(failure.message()).contains("executed=");
            }
        }
        assertThat(told).contains("MOVED unknown").isSubsetOf(allowed());

        cluster.replace(other);
        GraphCaller anybody = caller(server(owners.get(0)), server(owners.get(1)));
        for (long number = 0; number < 2 * CALLS; number++) {
            answers.add(answer(number, untilAnswered(anybody, number)));
        }
        assertHolds(trial.finish(Readings.NONE, history(answers)));
    }

    @Test
    void secretsThatDifferAreNamed() throws Exception {
        setSecret(HOSTS.get(1), "others");
        Trial trial = cluster.trial("secrets", home.jobJar(), settings());
        trial.begin();
        Await.until("job to run", () -> cluster.rest().isRunning(trial.job()));

        for (String host : HOSTS) {
            assertRefused(URI.create("http://" + host + ":" + port));
        }
        Configuration options = gatewayOptions("strangers");
        try (Gateway gateway = Gateway.start(cluster.rest().address(), options)) {
            assertRefused(URI.create(gateway.address()));
        }
    }

    /** The judge of the soak with callers can say no. */
    @Test
    void engineThatForgetsAbortsIsFound() throws Exception {
        Path jar =
                new BrokenEngine(home, directory)
                        .jar(
                                "io/tspoon/runtime/call/RetainedCalls.java",
                                "public void add(CallKey key, Retained ended) throws Exception {",
                                "public void add(CallKey key, Retained ended) throws Exception {"
                                        + "if (ended.result().isAborted()) { return; }");
        Trial trial = cluster.trial("forgetful", jar, settings());
        trial.begin();

        try (Gateway gateway = Gateway.start(cluster.rest().address(), gatewayOptions("peers"));
                Callers callers = new Callers(caller(URI.create(gateway.address())), 4, false)) {
            trial.awaitSteady();
            CallHistory history = callers.finish();
            assertThat(history.unexpected()).isEmpty();
            assertThat(trial.finish(Readings.NONE, history).firstViolations())
                    .anyMatch(words -> words.startsWith("Two results of one transfer"));
        }
    }

    // ------------------------------------------------------------------ the job

    private static TrialSettings settings() {
        return TrialSettings.of(Durability.LOG).version(Version.CALLED);
    }

    /** Where the coordinators are, by index. */
    private static List<String> owners(Trial trial) throws Exception {
        for (Vertex vertex : cluster.rest().vertices(trial.job())) {
            if (vertex.name().contains(Rescaling.OPEN)) {
                assertThat(vertex.taskManagers()).hasSize(2).doesNotHaveDuplicates();
                return vertex.taskManagers();
            }
        }
        throw new AssertionError("no coordinators");
    }

    private static URI server(String taskManager) {
        return URI.create("http://" + cluster.place(taskManager).host() + ":" + port);
    }

    private static Configuration gatewayOptions(String secret) throws IOException {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", "0");
        options.setString("tspoon.query.tokens-file", directory.resolve("tokens").toString());
        options.setString(
                "tspoon.query.peer-token-file",
                Files.writeString(directory.resolve("peers-gateway"), token(secret)).toString());
        return options;
    }

    // ------------------------------------------------------------------ calls

    private static GraphCaller caller(URI server, URI... others) {
        return QueryClient.to(server, others)
                .token(token("shop"))
                .retries(RetryPolicy.NEVER)
                .timeout(Duration.ofSeconds(5))
                .build()
                .caller(Balances.GRAPH);
    }

    private static GraphCall<Long> call(GraphCaller caller, long number) {
        Transfer transfer = Trial.TRANSFERS.numbered(Transfers.CALLED + number);
        return caller.call(SettleJob.TRANSFER, transfer).key(transfer.transactionKey());
    }

    /** The answer of the server; a client would not wait for it any longer. */
    private static HttpResponse<String> post(URI server, long number, Duration timeout)
            throws IOException, InterruptedException {
        Transfer transfer = Trial.TRANSFERS.numbered(Transfers.CALLED + number);
        String path = "/v1/graphs/settle/calls/transfer?timeoutMs=" + timeout.toMillis();
        HttpRequest request =
                HttpRequest.newBuilder(server.resolve(path))
                        .header("Authorization", "Bearer " + token("shop"))
                        .header("Idempotency-Key", transfer.transactionKey())
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        new ObjectMapper().writeValueAsString(transfer)))
                        .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static CallResult<Long> untilAnswered(GraphCaller caller, long number)
            throws InterruptedException {
        List<CallResult<Long>> answered = new ArrayList<>();
        Await.until(
                "answer, number=" + number,
                () -> {
                    if (call(caller, number).send()
                            instanceof QueryResult.Answer<CallResult<Long>> answer) {
                        answered.add(answer.value());
                    }
                    return !answered.isEmpty();
                });
        return answered.get(0);
    }

    private static CallAnswer answer(long number, CallResult<Long> result) {
        assertThat(result.durable()).isTrue();
        return new CallAnswer(
                Transfers.CALLED + number,
                0,
                result.id().value(),
                result.timestamp().value(),
                result.isCommitted(),
                result.emitted());
    }

    private static int owner(CallAnswer answer) {
        return new Timestamps(2).coordinator(answer.id());
    }

    /** The number of the first call that this coordinator has executed. */
    private static long firstOf(int owner, List<CallAnswer> answers) {
        return answers.stream()
                .filter(one -> owner(one) == owner)
                .mapToLong(one -> one.number() - Transfers.CALLED)
                .findFirst()
                .orElseThrow();
    }

    private static CallHistory history(List<CallAnswer> answers) {
        Set<Long> sent = new HashSet<>();
        answers.forEach(answer -> sent.add(answer.number()));
        return new CallHistory(sent, answers, List.of());
    }

    // ------------------------------------------------------------------ judgements

    /** What was sent to the process that was killed, and what waited in the one that is left. */
    private static Set<String> allowed() {
        return Set.of(
                "MOVED unknown",
                "MOVED no",
                "ENDED unknown",
                "ENDED no",
                "NOT_READY no",
                "NOT_READY unknown");
    }

    /** On a busy machine the servers may take their time to find one another. */
    private static void assertRefused(URI server) throws InterruptedException {
        GraphCaller caller = caller(server);
        for (long call = 0; call < CALLS; call++) {
            long number = call;
            Await.until(
                    "refusal that names secrets, number=" + number,
                    () -> isRefusedForItsSecret(call(caller, number).timeout(Await.PATIENCE)));
        }
    }

    /** What else a call may fail with meanwhile; it is never executed. */
    private static boolean isRefusedForItsSecret(GraphCall<Long> call) {
        QueryResult<CallResult<Long>> result = call.send();
        assertThat(reason(result)).isIn(QueryFailureReason.NOT_READY, QueryFailureReason.TIMEOUT);
        assertThat(message(result)).contains("executed=no");
        return reason(result) == QueryFailureReason.NOT_READY
                && message(result).contains("Give all servers of a job the same token");
    }

    private static void assertHolds(Verdict verdict) {
        assertThat(verdict.firstViolations()).isEmpty();
        assertThat(verdict.committed()).isPositive();
        assertThat(verdict.aborted()).isPositive();
    }

    private static boolean isUnknown(String message) {
        return message.contains("executed=unknown");
    }

    private static QueryFailureReason reason(QueryResult<?> result) {
        return ((QueryResult.Failure<?>) result).reason();
    }

    private static String message(QueryResult<?> result) {
        return ((QueryResult.Failure<?>) result).message();
    }
}
