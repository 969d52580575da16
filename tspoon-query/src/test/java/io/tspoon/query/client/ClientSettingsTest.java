/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.client.ScriptedEndpoint.Reply;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** What a client can be given, and what is refused before it asks anything. */
class ClientSettingsTest {
    @Test
    void waitsGrowUpToTheLongest() {
        RetryPolicy policy = new RetryPolicy(99, Duration.ofMillis(100), Duration.ofMillis(1_000));
        assertThat(policy.waitAfter(1, 0)).isEqualTo(Duration.ofMillis(50));
        assertThat(policy.waitAfter(2, 0.5)).isEqualTo(Duration.ofMillis(150));
        assertThat(policy.waitAfter(98, 0)).isEqualTo(Duration.ofMillis(500));
        assertThat(RetryPolicy.NEVER.waitAfter(1, 0)).isZero();
    }

    /** As the Javadoc says. */
    @Test
    void waitsAreShortUnlessAFailoverIsToBeBorne() {
        assertThat(waitsMs(RetryPolicy.DEFAULT, 0)).isBetween(1_500L, 1_600L);
        assertThat(waitsMs(RetryPolicy.DEFAULT, 1)).isEqualTo(3_100);
        assertThat(waitsMs(RetryPolicy.FAILOVER, 0)).isBetween(50_000L, 60_000L);
        assertThat(waitsMs(RetryPolicy.FAILOVER, 1)).isBetween(100_000L, 120_000L);
    }

    private static long waitsMs(RetryPolicy policy, double random) {
        return IntStream.range(1, policy.attempts())
                .mapToLong(failed -> policy.waitAfter(failed, random).toMillis())
                .sum();
    }

    /** Waits that do not grow would not slow a client down. */
    @Test
    void waitsThatNeverGrowOrEndAreRefused() {
        Duration second = Duration.ofSeconds(1);
        Duration forever = ChronoUnit.FOREVER.getDuration();
        for (Duration first : List.of(Duration.ZERO, Duration.ofNanos(999_999))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new RetryPolicy(60, first, second))
                    .withMessageContaining("Give a first wait of at least 1 ms, or two of zero");
        }
        for (Duration first : List.of(second, forever)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new RetryPolicy(60, first, forever))
                    .withMessageContaining("a longest wait of at most 365 days");
        }
        assertThat(new RetryPolicy(2, Duration.ZERO, Duration.ZERO).waitAfter(1, 0.9)).isZero();
        RetryPolicy longest = new RetryPolicy(99, second, Duration.ofDays(365));
        assertThat(longest.waitAfter(98, 0)).isEqualTo(Duration.ofDays(365).dividedBy(2));
    }

    @Test
    void timeoutsThatNeverEndAreRefused() throws IOException {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        QueryClient.Builder builder = QueryClient.to(URI.create("http://h:1"));
        GraphReader reader = builder.build().graph("bank");
        for (Consumer<Duration> setting :
                List.<Consumer<Duration>>of(
                        builder::timeout, builder::connectTimeout, reader::withTimeout)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> setting.accept(forever))
                    .withMessageContaining("it is too long")
                    .withMessageContaining("Give at most 365 days");
        }
        try (ScriptedEndpoint endpoint =
                ScriptedEndpoint.start(new Reply(200, "{\"graphs\":[]}"))) {
            Duration year = Duration.ofDays(365);
            QueryClient client =
                    QueryClient.to(endpoint.address()).timeout(year).connectTimeout(year).build();
            assertThat(client.graphs().orElseThrow()).isEmpty();
        }
    }

    @Test
    void addressWithAPathIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueryClient.to(URI.create("http://h:1/v1")))
                .withMessageContaining("without a path");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueryClient.to(URI.create("localhost:8095")));
    }

    /** Each failure names the endpoint, so nothing in it may be secret. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://me:s3cr3t@h:1",
                "http://s3cr3t@h:1/v1",
                "http://me:s3cr3t@h_1:1",
                "http:me:s3cr3t@h",
                "http://me:1/s3cr3t@h",
                "http://h:1?token=s3cr3t",
                "http://h:1/#s3cr3t",
                "http://@h:1",
                "http://h:1?",
                "http://h:1#"
            })
    void addressWithMoreThanAServerIsRefusedAndNotShown(String address) {
        URI uri = URI.create(address);
        for (ThrowingCallable mistake :
                List.<ThrowingCallable>of(
                        () -> QueryClient.to(uri),
                        () -> QueryClient.to(URI.create("http://h:1/"), uri))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(mistake)
                    .withMessageContaining("user information, query or fragment")
                    .withMessageNotContaining("s3cr3t")
                    .withMessageNotContaining("me:");
        }
    }

    @Test
    void unfitTokenIsNotShown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueryClient.to(URI.create("http://h:1")).token("se\ncret"))
                .withMessageContaining("Cannot send bearer token")
                .withMessageNotContaining("cret");
    }
}
