/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.tspoon.benchmarks.harness.AnswerCheck;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.EchoServer;
import io.tspoon.benchmarks.harness.HttpClients;
import io.tspoon.benchmarks.harness.Meter;

import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BalanceCheckTest {
    private static final int ACCOUNTS = 1;
    private static final long INITIAL = 10_000;
    private static final String GOOD = entry(0, true, INITIAL + 7);

    @Test
    void answersOfTheirFormAreGood() {
        check(Reading.keys(1), GOOD);
        check(Reading.freshKey(), GOOD);
        check(Reading.keys(2), results(GOOD, GOOD));
        check(Reading.scan(), "{\"entries\":[],\"timestamp\":\"1\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"key\":1,\"found\":true,\"value\":10000}",
                "{\"key\":0,\"found\":true,\"value\":-1}",
                "{\"key\":0,\"found\":true,\"value\":100001}",
                "{\"key\":0,\"found\":true,\"value\":null}",
                "{\"key\":0,\"value\":10000}",
                "oops"
            })
    void wrongAnswersAreErrors(String answer) {
        assertThatThrownBy(() -> check(Reading.keys(1), answer))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("Cannot trust reads");
    }

    @Test
    void missingKeysAndUnfinishedScansAreErrors() {
        assertThatThrownBy(() -> check(Reading.keys(2), results(GOOD)))
                .hasMessageContaining("keys asked for=2");
        assertThatThrownBy(() -> check(Reading.scan(), "{\"entries\":[],\"nextPageToken\":\"a\"}"))
                .hasMessageContaining("not all");
        assertThatThrownBy(() -> check(Reading.scan(), "{\"timestamp\":\"1\"}"))
                .hasMessageContaining("not all");
    }

    @Test
    void aFewAccountsWithoutABalanceAreGoodAndManyAreNot() {
        Reading reading = Reading.keys(1);
        AnswerCheck check = new BalanceCheck(reading, INITIAL);
        String missing = entry(0, false, INITIAL);
        for (int i = 0; i < 5; i++) {
            check.check(request(reading), missing);
        }

        assertThatThrownBy(() -> check.check(request(reading), missing))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("too many accounts without a balance, found none=6, of=6");
    }

    /** The echo has always the same key. */
    @Test
    void clientsOfAServerThatDoesNotReadFailOnTheFirstAnswer() {
        Reading reading = Reading.keys(1);
        try (Meter meter = Meter.open("echo");
                EchoServer server = new EchoServer()) {
            HttpClients clients = start(meter, server, new BalanceCheck(reading, INITIAL));

            assertThatThrownBy(
                            () -> {
                                while (meter.counts().results() < 10_000) {
                                    clients.checkRunning();
                                    Thread.onSpinWait();
                                }
                            })
                    .isInstanceOf(BenchmarkException.class)
                    .hasMessageContaining("another key than 0");
            assertThat(meter.counts().results()).isZero();
            assertThatThrownBy(clients::close).isInstanceOf(BenchmarkException.class);
        }
    }

    @Test
    void oneAnswerInAThousandIsChecked() {
        AtomicInteger checked = new AtomicInteger();
        try (Meter meter = Meter.open("echo");
                EchoServer server = new EchoServer()) {
            try (HttpClients clients =
                    start(meter, server, (request, answer) -> checked.incrementAndGet())) {
                while (meter.counts().results() < 2_500) {
                    clients.checkRunning();
                    Thread.onSpinWait();
                }
            }
            long answers = meter.counts().results();

            assertThat(checked.get())
                    .isBetween((int) (answers / 1_000), (int) (answers / 1_000) + 1);
        }
    }

    private static HttpClients start(Meter meter, EchoServer server, AnswerCheck check) {
        return HttpClients.start(
                meter.name(),
                server.address(),
                1,
                HttpClients.Requests.of(Reading.keys(1).requests("localhost", ACCOUNTS, 1), 1),
                0,
                check);
    }

    private static void check(Reading reading, String answer) {
        new BalanceCheck(reading, INITIAL).check(request(reading), answer);
    }

    private static String request(Reading reading) {
        return reading.requests("localhost", ACCOUNTS, 1)
                .apply(UnpooledByteBufAllocator.DEFAULT)
                .toString(StandardCharsets.US_ASCII);
    }

    private static String results(String... entries) {
        return "{\"results\":[{\"entries\":[" + String.join(",", entries) + "]}]}";
    }

    private static String entry(int key, boolean found, long value) {
        return "{\"key\":" + key + ",\"found\":" + found + ",\"value\":" + value + "}";
    }
}
