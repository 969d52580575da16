/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.endpoint.Endpoint;
import io.tspoon.query.endpoint.HttpAnswer;
import io.tspoon.query.endpoint.HttpCall;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One connection. It answers its requests one after the other, and reads the next one when the
 * operating system has taken the answer before it, so a client that does not read holds only one
 * answer in memory. A client that fails to authenticate loses the connection, because their number
 * is limited. Owned by the thread of the connection.
 */
final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
    private static final String IDEMPOTENCY_KEY = "idempotency-key";
    private static final int IDLE_SECONDS = 120;
    private static final long LINGER_MS = 1_000;
    private static final long TIMEOUT_MARGIN_MS = 1_000;
    private static final int URI_TOO_LONG = 414;
    private static final int HEADERS_TOO_LARGE = 431;

    private final Endpoint endpoint;
    private final Audit audit;
    private final RequestDecoder decoder;
    private final long timeoutMs;
    private boolean busy;
    private boolean closing;

    /** The answer that is being computed; null if there is none. */
    private @Nullable CompletableFuture<HttpAnswer> current;

    /** When to give up the current answer. */
    private long deadlineNanos;

    /** Whether a check of the deadline is scheduled. */
    private boolean watching;

    /** Events that others send to the connections. */
    enum Event {
        SERVER_CLOSES
    }

    private record Request(HttpCall call, boolean keepAlive, boolean head) {}

    private HttpConnection(
            Endpoint endpoint, Audit audit, RequestDecoder decoder, long maxTimeoutMs) {
        this.endpoint = endpoint;
        this.audit = audit;
        this.decoder = decoder;
        timeoutMs = maxTimeoutMs + TIMEOUT_MARGIN_MS;
    }

    /**
     * Adds all handlers of a connection except TLS.
     *
     * @param maxBodyBytes maximum size of the body of a request
     * @param maxTimeoutMs longest timeout that a request may ask for
     */
    static void addTo(
            ChannelPipeline pipeline,
            Endpoint endpoint,
            Audit audit,
            int maxBodyBytes,
            long maxTimeoutMs) {
        RequestDecoder decoder = new RequestDecoder();
        pipeline.addLast(
                new IdleStateHandler(0, 0, IDLE_SECONDS),
                decoder,
                new HttpResponseEncoder(),
                new BodyAggregator(maxBodyBytes, endpoint, audit),
                new HttpConnection(endpoint, audit, decoder, maxTimeoutMs));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest message) {
        if (message.decoderResult().isFailure()) {
            refuse(context, message.decoderResult().cause());
            return;
        }
        byte[] body = ByteBufUtil.getBytes(message.content());
        Request request =
                new Request(
                        call(context.channel(), message, body),
                        HttpUtil.isKeepAlive(message),
                        message.method().name().equals("HEAD"));
        decoder.complete(!request.keepAlive());
        answer(context, request);
    }

    private void answer(ChannelHandlerContext context, Request request) {
        busy = true;
        long beganNanos = System.nanoTime();
        CompletableFuture<HttpAnswer> answer = endpoint.handle(request.call());
        current = answer;
        if (!answer.isDone()) {
            deadlineNanos = beganNanos + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            watch(context);
        }
        var unused =
                answer.thenAccept(
                        result -> {
                            audit.log(request.call(), result, beganNanos);
                            if (context.executor().inEventLoop()) {
                                write(context, request, result);
                            } else {
                                context.executor().execute(() -> write(context, request, result));
                            }
                        });
    }

    /** Schedules one check for many requests, because requests rarely take so long. */
    private void watch(ChannelHandlerContext context) {
        if (!watching) {
            watching = true;
            var unused =
                    context.executor()
                            .schedule(
                                    () -> endIfTooLate(context),
                                    deadlineNanos - System.nanoTime(),
                                    TimeUnit.NANOSECONDS);
        }
    }

    private void endIfTooLate(ChannelHandlerContext context) {
        watching = false;
        CompletableFuture<HttpAnswer> answer = current;
        if (answer == null) {
            return;
        }
        if (System.nanoTime() - deadlineNanos >= 0) {
            answer.complete(tooLate());
        } else {
            watch(context);
        }
    }

    private void write(ChannelHandlerContext context, Request request, HttpAnswer answer) {
        current = null;
        boolean letIn = answer.status() != FailureReason.UNAUTHENTICATED.status();
        boolean keepAlive = request.keepAlive() && letIn && !closing;
        AnswerWriter.write(context, answer, keepAlive, request.head())
                .addListener(written -> answered(context, request, letIn, written));
    }

    private void answered(
            ChannelHandlerContext context, Request request, boolean letIn, Future<?> written) {
        busy = false;
        if (!written.isSuccess() && !(written.cause() instanceof IOException)) {
            LOG.warn("[TSP-4209] Cannot write answer: the connection is closed", written.cause());
        }
        if (!request.keepAlive() || closing || !written.isSuccess()) {
            closeNow(context);
        } else if (letIn) {
            decoder.next();
        } else {
            decoder.skip();
            closeSoon(context);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent) {
            if (current == null) { // otherwise the answer's deadline bounds the silence
                closeNow(context);
            }
        } else if (event == Event.SERVER_CLOSES) {
            closing = true;
            if (!busy) {
                context.writeAndFlush(Unpooled.EMPTY_BUFFER)
                        .addListener(ChannelFutureListener.CLOSE);
            } else if (current != null) {
                current.complete(serverCloses());
            }
        }
    }

    /** Resets, failed handshakes, bytes that are not HTTP: there is no client left to answer. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var unused = context.close();
    }

    static HttpCall call(Channel channel, HttpRequest request, byte[] body) {
        HttpHeaders headers = request.headers();
        String method = request.method().name();
        AbsoluteTarget absolute = AbsoluteTarget.of(request.uri());
        return new HttpCall(
                method.equals("HEAD") ? "GET" : method,
                absolute == null ? request.uri() : absolute.path(),
                body,
                headers.get(HttpHeaderNames.AUTHORIZATION),
                absolute == null ? headers.get(HttpHeaderNames.HOST) : absolute.host(),
                headers.get(HttpHeaderNames.ORIGIN),
                headers.get(HttpHeaderNames.CONTENT_TYPE),
                headers.contains(IDEMPOTENCY_KEY)
                        ? String.join("\n", headers.getAll(IDEMPOTENCY_KEY))
                        : null,
                channel.remoteAddress(),
                channel.eventLoop());
    }

    private static HttpAnswer serverCloses() {
        return HttpAnswer.problem(
                FailureReason.MOVED.status(),
                FailureReason.MOVED,
                "[TSP-4207] Cannot answer: the server closes, for the tasks of the job here have"
                        + " ended.");
    }

    private static HttpAnswer tooLate() {
        return HttpAnswer.problem(
                FailureReason.TIMEOUT.status(),
                FailureReason.TIMEOUT,
                "[TSP-4200] Cannot answer: it took longer than the timeout.");
    }

    private static void refuse(ChannelHandlerContext context, Throwable cause) {
        HttpAnswer answer;
        if (cause instanceof TooLongHttpLineException) {
            answer = tooLarge(URI_TOO_LONG, "its address is too long");
        } else if (cause instanceof TooLongHttpHeaderException) {
            answer = tooLarge(HEADERS_TOO_LARGE, "its headers are too large");
        } else {
            answer =
                    HttpAnswer.problem(
                            FailureReason.INVALID_REQUEST.status(),
                            FailureReason.INVALID_REQUEST,
                            "[TSP-4005] Cannot read request: it is no HTTP.");
        }
        refuse(context, answer);
    }

    /**
     * Answers a request that has not been read completely. Goes on reading for a moment: if the
     * connection were closed with unread data, the operating system would reset it, and the answer
     * might be lost.
     */
    static void refuse(ChannelHandlerContext context, HttpAnswer answer) {
        AnswerWriter.write(context, answer, false, false)
                .addListener(written -> closeSoon(context));
    }

    private static void closeSoon(ChannelHandlerContext context) {
        var unused =
                context.executor()
                        .schedule(() -> closeNow(context), LINGER_MS, TimeUnit.MILLISECONDS);
    }

    private static void closeNow(ChannelHandlerContext context) {
        var unused = context.close();
    }

    private static HttpAnswer tooLarge(int status, String why) {
        return HttpAnswer.problem(
                status,
                FailureReason.REQUEST_TOO_LARGE,
                "[TSP-4006] Cannot read request: " + why + ".");
    }
}
