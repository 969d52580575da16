/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.endpoint.Api;
import io.tspoon.query.endpoint.HttpAnswer;
import io.tspoon.query.endpoint.HttpCall;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.TestJob;
import io.tspoon.read.KeyOwner;
import io.tspoon.runtime.log.LoggedMessages;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/** What servers tell in the logs of their processes, which clients must not be able to fill. */
class ServerLogTest {
    private static final String AUDIT = "io.tspoon.query.audit";
    private static final byte[] NO_BODY = {};

    private long nowNanos;
    private final Audit audit = new Audit(() -> nowNanos);

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INTERNAL")
    void whatClientsBringAboutIsToldOnceAMinute(FailureReason reason) {
        try (LoggedMessages messages = new LoggedMessages(AUDIT, Level.INFO)) {
            fail(reason, 1_000);
            assertThat(messages.all())
                    .singleElement()
                    .asString()
                    .startsWith("127.0.0.1:1 GET /v1/graphs status=" + reason.status())
                    .contains(" reason=" + reason + " ")
                    .endsWith(" leftOut=0 detail=Cannot answer: it is a test, max=7.");

            nowNanos += Duration.ofMinutes(1).toNanos();
            fail(reason, 1);
            assertThat(messages.all()).hasSize(2).last().asString().contains(" leftOut=999 ");
        }
    }

    /** What a server could not answer is a warning. */
    @Test
    void eachReasonIsToldApart() {
        FailureReason[] reasons = FailureReason.values();
        try (LoggedMessages messages = new LoggedMessages(AUDIT, Level.INFO)) {
            Arrays.stream(reasons).forEach(reason -> fail(reason, 1));
            assertThat(messages.all()).hasSameSizeAs(reasons);
        }
        nowNanos += Duration.ofMinutes(1).toNanos();
        try (LoggedMessages messages = new LoggedMessages(AUDIT, Level.WARN)) {
            Arrays.stream(reasons).forEach(reason -> fail(reason, 1));
            assertThat(messages.all())
                    .hasSize((int) Arrays.stream(reasons).filter(r -> r.status() >= 500).count())
                    .allMatch(message -> message.contains(" status=50"));
        }
    }

    @Test
    void faultsOfTheServerAreToldEachTime() {
        try (LoggedMessages messages = new LoggedMessages(AUDIT, Level.WARN)) {
            fail(FailureReason.INTERNAL, 3);
            assertThat(messages.all()).hasSize(3);
        }
    }

    @Test
    void atDebugEachRequestHasItsLine() {
        try (LoggedMessages messages = new LoggedMessages(AUDIT, Level.DEBUG)) {
            fail(FailureReason.UNAUTHENTICATED, 3);
            log("/v1/graphs", new HttpAnswer(HttpAnswer.OK, HttpAnswer.JSON, NO_BODY, null, false));
            assertThat(messages.all()).hasSize(4);
            assertThat(messages.all()).last().asString().contains(" status=200 reason=OK bytes=0 ");
        }
    }

    @Test
    void aLineIsOneLineWhateverWasSent() {
        try (LoggedMessages messages = new LoggedMessages(AUDIT, Level.INFO)) {
            log(
                    "/v1/a b\r\nc\u00eb",
                    HttpAnswer.problem(
                            new QueryException(FailureReason.INVALID_KEY, "no key: a\r\nb")));
            assertThat(messages.all())
                    .singleElement()
                    .asString()
                    .contains(" /v1/a?b??c? ")
                    .endsWith(" detail=no key: a??b");
        }
    }

    @Test
    void requestsBeyondTheLimitAreToldOnceWithTheOption() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.max-concurrent-requests", "1");
        options.setString("tspoon.query.timeout", "50 s");
        try (TestJob job = TestJob.start(1, options);
                LoggedMessages messages = new LoggedMessages(AUDIT, Level.INFO)) {
            job.state("bank", "balance", Types.LONG, Types.LONG, 1, 0L);
            Http http = new Http(job.address(0));
            String key = "/v1/graphs/bank/states/balance/keys/1";
            Runnable release = job.holdUp();
            CompletableFuture<Integer> first =
                    CompletableFuture.supplyAsync(() -> get(http, key).status());
            Await.until("a request under way", () -> job.waiting() > 0);

            for (int i = 0; i < 20; i++) {
                assertThat(get(http, key).reason()).isEqualTo("OVERLOADED");
            }
            assertThat(messages.all())
                    .singleElement()
                    .asString()
                    .contains(" reason=OVERLOADED ", "tspoon.query.max-concurrent-requests=1.");
            release.run();
            assertThat(first.get()).isEqualTo(200);
        }
    }

    /** Its values cannot be written. */
    public record Broken(int number) {
        public int getDerived() {
            throw new IllegalStateException("by the test");
        }
    }

    /** Whose log has the cause. */
    @Test
    void faultOfAnotherServerIsToldWithItsAddress() throws Exception {
        try (TestJob job = TestJob.start(2, new Configuration());
                LoggedMessages messages = new LoggedMessages(Api.class)) {
            TestJob.State<Long, Broken> state =
                    job.state("bank", "broken", Types.LONG, new GenericTypeInfo<>(Broken.class), 2);
            long there =
                    LongStream.range(0, 100)
                            .filter(key -> KeyOwner.indexOf(key, 128, 2) == 1)
                            .findFirst()
                            .orElseThrow();
            state.put(there, new Broken(7), 1);

            Answer answer =
                    get(new Http(job.address(0)), "/v1/graphs/bank/states/broken/keys/" + there);

            String address = "address=" + job.address(1) + "/";
            assertThat(answer.reason()).isEqualTo("INTERNAL");
            assertThat(answer.json().path("detail").asText()).contains(address);
            assertThat(messages.all())
                    .hasSize(2)
                    .allMatch(message -> message.contains("Cannot write value"))
                    .filteredOn(message -> message.contains(address))
                    .hasSize(1);
        }
    }

    private void fail(FailureReason reason, int times) {
        for (int i = 0; i < times; i++) {
            log(
                    "/v1/graphs",
                    HttpAnswer.problem(
                            new QueryException(reason, "Cannot answer: it is a test, max=7.")));
        }
    }

    private void log(String target, HttpAnswer answer) {
        InetSocketAddress remote = new InetSocketAddress("127.0.0.1", 1);
        HttpCall call =
                new HttpCall("GET", target, NO_BODY, null, null, null, remote, Runnable::run);
        audit.log(call, answer, System.nanoTime());
    }

    private static Answer get(Http http, String path) {
        try {
            return http.get(path);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
