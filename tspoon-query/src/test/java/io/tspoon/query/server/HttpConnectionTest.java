/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.IdleStateEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/** What a connection does when nothing comes, or nothing goes. */
class HttpConnectionTest {
    private final List<CompletableFuture<HttpAnswer>> asked = new ArrayList<>();
    private final RequestArrival arrival = new RequestArrival();
    private final EmbeddedChannel channel =
            new EmbeddedChannel(arrival, new HttpConnection(this::ask, arrival, 600_000));

    private CompletableFuture<HttpAnswer> ask(HttpCall call) {
        CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
        asked.add(answer);
        return answer;
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void silenceWhileARequestIsWorkedOnIsBoundedByItsDeadlineOnly() {
        request();
        channel.pipeline().fireUserEventTriggered(IdleStateEvent.ALL_IDLE_STATE_EVENT);
        assertThat(channel.isOpen()).isTrue();

        answer(0);
        FullHttpResponse response = channel.readOutbound();
        assertThat(response.status().code()).isEqualTo(HttpAnswer.OK);
        response.release();
        channel.pipeline().fireUserEventTriggered(IdleStateEvent.ALL_IDLE_STATE_EVENT);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void requestsAreWorkedOnOneAfterTheOther() {
        request();
        request();
        assertThat(asked).hasSize(1);
        answer(0);
        assertThat(asked).hasSize(2);
    }

    @Test
    void requestThatDoesNotArriveEndsTheConnection() {
        channel.freezeTime();
        bytes();
        channel.advanceTimeBy(20, TimeUnit.SECONDS);
        bytes();
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();

        channel.advanceTimeBy(11, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void connectionBetweenTwoRequestsStaysOpen() {
        channel.freezeTime();
        request();
        answer(0);
        channel.advanceTimeBy(100, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();
    }

    /** As many requests wait as may: what follows them is not read, be it there or not. */
    @Test
    void requestThatIsNotReadMayTakeItsTime() {
        channel.freezeTime();
        for (int i = 0; i < 17; i++) {
            request();
        }
        bytes();
        channel.advanceTimeBy(100, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();
    }

    private void request() {
        channel.writeInbound(
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/v1/graphs"));
    }

    /** Some of a request; the connection gets nothing whole. */
    private void bytes() {
        arrival.channelRead(
                channel.pipeline().lastContext(), Unpooled.wrappedBuffer(new byte[] {'G'}));
    }

    private void answer(int index) {
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        asked.get(index)
                .complete(new HttpAnswer(HttpAnswer.OK, HttpAnswer.JSON, body, "OK", false));
        channel.runPendingTasks();
    }
}
