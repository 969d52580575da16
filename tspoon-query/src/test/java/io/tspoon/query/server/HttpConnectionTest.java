/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.endpoint.Endpoint;
import io.tspoon.query.endpoint.HttpAnswer;
import io.tspoon.query.endpoint.HttpCall;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.timeout.IdleStateEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/** What a connection does when nothing comes, or nothing goes, or more comes than goes. */
class HttpConnectionTest {
    private static final String REQUEST = "GET /v1/graphs HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final int PIECE = 64 * 1024;

    private final List<CompletableFuture<HttpAnswer>> asked = new ArrayList<>();
    private final Client client = new Client();
    private final EmbeddedChannel channel = new EmbeddedChannel();

    HttpConnectionTest() {
        channel.pipeline().addLast(client);
        Endpoint endpoint =
                new Endpoint() {
                    @Override
                    public HttpAnswer refuseBody(HttpCall head) {
                        return null;
                    }

                    @Override
                    public CompletableFuture<HttpAnswer> handle(HttpCall call) {
                        CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
                        asked.add(answer);
                        return answer;
                    }
                };
        HttpConnection.addTo(channel.pipeline(), endpoint, new Audit(), 10_000_000, 600_000);
        channel.pipeline().fireChannelActive();
    }

    /** Takes what is written when it is told to. */
    private static final class Client extends ChannelOutboundHandlerAdapter {
        private record Write(ByteBuf bytes, ChannelPromise promise) {}

        private final Queue<Write> writes = new ArrayDeque<>();
        private final ByteBuf received = Unpooled.buffer();
        private boolean slow;
        private int asksForMore;

        @Override
        public void write(ChannelHandlerContext context, Object bytes, ChannelPromise promise) {
            writes.add(new Write((ByteBuf) bytes, promise));
            if (!slow) {
                take(Integer.MAX_VALUE);
            }
        }

        @Override
        public void read(ChannelHandlerContext context) {
            asksForMore++;
            context.read();
        }

        /** Takes some bytes, or all that there are. */
        void take(int most) {
            int left = most;
            while (left > 0 && !writes.isEmpty()) {
                ByteBuf bytes = writes.element().bytes();
                int length = Math.min(left, bytes.readableBytes());
                received.writeBytes(bytes, length);
                left -= length;
                if (!bytes.isReadable()) {
                    bytes.release();
                    writes.remove().promise().setSuccess();
                }
            }
        }
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
        assertThat(received()).startsWith("HTTP/1.1 200 ").endsWith("{}");
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
        answer(1);
        request();
        assertThat(asked).hasSize(3);
    }

    @Test
    void requestsInOnePieceAreWorkedOnOneAfterTheOther() {
        bytes(REQUEST.repeat(100));
        for (int i = 0; i < 100; i++) {
            assertThat(asked).hasSize(i + 1);
            answer(i);
        }
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    /** Who sends on without reading may have one piece here, not all that he sends. */
    @Test
    void whatFollowsARequestIsNotReadBeforeItsAnswer() {
        request();
        int before = client.asksForMore;
        bytes(
                "POST /v1/graphs/bank/query HTTP/1.1\r\nHost: localhost\r\n"
                        + "Content-Length: 5000000\r\n\r\n");
        int left = 5_000_000;
        while (left > 0 && channel.config().isAutoRead()) {
            left -= piece(left);
        }
        assertThat(5_000_000 - left).isLessThanOrEqualTo(PIECE);
        assertThat(client.asksForMore).isEqualTo(before);

        answer(0);
        while (left > 0 && channel.config().isAutoRead()) {
            left -= piece(left);
        }
        assertThat(left).isZero();
        assertThat(asked).hasSize(2);
    }

    private int piece(int most) {
        int length = Math.min(most, PIECE);
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[length]));
        return length;
    }

    @Test
    void requestThatDoesNotArriveEndsTheConnection() {
        channel.freezeTime();
        bytes("G");
        channel.advanceTimeBy(20, TimeUnit.SECONDS);
        bytes("E");
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();

        channel.advanceTimeBy(11, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
    }

    /** Its time begins with the connection, not with its first byte. */
    @ParameterizedTest
    @ValueSource(strings = {"", "G"})
    void connectionWithoutARequestEnds(String beginning) {
        channel.freezeTime();
        channel.advanceTimeBy(29, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();

        bytes(beginning);
        channel.advanceTimeBy(2, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
    }

    /** What follows is taken from the system, which would reset the connection, but not read. */
    @Test
    void whoIsNotLetInLosesTheConnection() {
        channel.freezeTime();
        request();
        request();
        asked.get(0)
                .complete(
                        HttpAnswer.problem(
                                new QueryException(FailureReason.UNAUTHENTICATED, "by the test")));
        channel.runPendingTasks();
        assertThat(received()).startsWith("HTTP/1.1 401 ").contains("connection: close");
        assertThat(channel.config().isAutoRead()).isTrue();
        request();
        assertThat(asked).hasSize(1);

        channel.advanceTimeBy(2, TimeUnit.SECONDS);
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

    /** What follows a request that is worked on is not read, be it there or not. */
    @Test
    void requestThatIsNotReadMayTakeItsTime() {
        channel.freezeTime();
        for (int i = 0; i < 17; i++) {
            request();
        }
        bytes("G");
        channel.advanceTimeBy(100, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();
    }

    /** Its time begins when it is read. */
    @Test
    void requestThatIsReadLaterMustArriveInTime() {
        channel.freezeTime();
        bytes(REQUEST + "G");
        channel.advanceTimeBy(100, TimeUnit.SECONDS);
        answer(0);
        channel.advanceTimeBy(29, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        channel.advanceTimeBy(2, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aLargeAnswerReachesAClientThatReadsSlowly() {
        channel.freezeTime();
        client.slow = true;
        String body = "x".repeat(1_000_000);
        request();
        answer(0, body);
        while (!client.writes.isEmpty()) {
            assertThat(client.writes.element().bytes().readableBytes()).isLessThanOrEqualTo(PIECE);
            channel.advanceTimeBy(60, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
            assertThat(channel.isOpen()).isTrue();
            client.take(PIECE);
        }
        assertThat(received()).endsWith("\r\n\r\n" + body);
        request();
        assertThat(asked).hasSize(2);
    }

    @Test
    void aClientThatDoesNotReadLosesTheConnection() {
        channel.freezeTime();
        client.slow = true;
        request();
        answer(0, "x".repeat(1_000_000));
        client.take(PIECE);
        channel.advanceTimeBy(121, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anAnswerThatCannotBeWrittenEndsTheConnection() {
        request();
        channel.config()
                .setAllocator(
                        new AbstractByteBufAllocator() {
                            @Override
                            protected ByteBuf newHeapBuffer(int initial, int most) {
                                throw new OutOfMemoryError("no memory");
                            }

                            @Override
                            protected ByteBuf newDirectBuffer(int initial, int most) {
                                throw new OutOfMemoryError("no memory");
                            }

                            @Override
                            public boolean isDirectBufferPooled() {
                                return false;
                            }
                        });
        answer(0);
        assertThat(channel.isOpen()).isFalse();
    }

    private void request() {
        bytes(REQUEST);
    }

    private void bytes(String text) {
        channel.writeInbound(Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private void answer(int index) {
        answer(index, "{}");
    }

    private void answer(int index, String text) {
        byte[] body = text.getBytes(StandardCharsets.US_ASCII);
        asked.get(index)
                .complete(new HttpAnswer(HttpAnswer.OK, HttpAnswer.JSON, body, null, false));
        channel.runPendingTasks();
    }

    private String received() {
        return client.received.toString(StandardCharsets.US_ASCII);
    }
}
