/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.timeout.IdleStateEvent;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One connection: answers its requests one after the other, in their order, for clients may send
 * the next before they have an answer. The next one is worked on when the answer before it has been
 * taken by the system, so a client that does not read holds one answer here. Owned by the thread of
 * the connection.
 */
final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final int MAX_WAITING = 16;
    private static final long LINGER_MS = 1_000;
    private static final long TIMEOUT_MARGIN_MS = 1_000;
    private static final int URI_TOO_LONG = 414;
    private static final int HEADERS_TOO_LARGE = 431;
    private static final String CONSOLE_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    private final Function<HttpCall, CompletableFuture<HttpAnswer>> api;
    private final RequestArrival arrival;
    private final long timeoutMs;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private boolean busy;
    private boolean closing;

    /** What is being worked on; null if it is nothing. */
    private @Nullable CompletableFuture<HttpAnswer> current;

    /** When it is given up. */
    private long deadlineNanos;

    /** Whether a look at the deadline is due. */
    private boolean watching;

    /** What others tell the connections. */
    enum Event {
        SERVER_CLOSES
    }

    private record Waiting(HttpCall call, boolean keepAlive, boolean head) {}

    /**
     * @param api answers a request; never fails
     * @param arrival hears when a request is there
     * @param maxTimeoutMs the longest that a request may ask for
     */
    HttpConnection(
            Function<HttpCall, CompletableFuture<HttpAnswer>> api,
            RequestArrival arrival,
            long maxTimeoutMs) {
        this.api = api;
        this.arrival = arrival;
        timeoutMs = maxTimeoutMs + TIMEOUT_MARGIN_MS;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        arrival.complete();
        if (request.decoderResult().isFailure()) {
            refuse(context, request.decoderResult().cause());
            return;
        }
        boolean head = request.method().name().equals("HEAD");
        waiting.add(
                new Waiting(call(context.channel(), request), HttpUtil.isKeepAlive(request), head));
        if (waiting.size() >= MAX_WAITING) {
            context.channel().config().setAutoRead(false);
        }
        next(context);
    }

    private void next(ChannelHandlerContext context) {
        Waiting request = busy ? null : waiting.poll();
        if (request == null) {
            return;
        }
        busy = true;
        long beganNanos = System.nanoTime();
        CompletableFuture<HttpAnswer> answer = api.apply(request.call());
        current = answer;
        if (!answer.isDone()) {
            deadlineNanos = beganNanos + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            watch(context);
        }
        var unused =
                answer.thenAccept(
                        result -> {
                            Audit.log(request.call(), result, beganNanos);
                            if (context.executor().inEventLoop()) {
                                write(context, request, result);
                            } else {
                                context.executor().execute(() -> write(context, request, result));
                            }
                        });
    }

    /** One look ahead for many requests: it is rarely that one takes so long. */
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

    private void write(ChannelHandlerContext context, Waiting request, HttpAnswer answer) {
        current = null;
        boolean keepAlive = request.keepAlive() && !closing;
        var done = context.writeAndFlush(response(context, answer, keepAlive, request.head()));
        if (!keepAlive) {
            done.addListener(ChannelFutureListener.CLOSE);
            return;
        }
        done.addListener(written -> answered(context, written.isSuccess()));
    }

    private void answered(ChannelHandlerContext context, boolean isWritten) {
        busy = false;
        if (closing || !isWritten) {
            closeNow(context);
            return;
        }
        if (waiting.size() < MAX_WAITING && !context.channel().config().isAutoRead()) {
            context.channel().config().setAutoRead(true);
        }
        next(context);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent) {
            if (current == null) { // else the deadline of the answer bounds the silence
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

    /** Resets, handshakes that fail, bytes that are no HTTP: nobody is left to be told. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var unused = context.close();
    }

    private static HttpCall call(Channel channel, FullHttpRequest request) {
        HttpHeaders headers = request.headers();
        ByteBuf body = request.content();
        String method = request.method().name();
        return new HttpCall(
                method.equals("HEAD") ? "GET" : method,
                request.uri(),
                ByteBufUtil.getBytes(body),
                headers.get(HttpHeaderNames.AUTHORIZATION),
                headers.get(HttpHeaderNames.HOST),
                headers.get(HttpHeaderNames.ORIGIN),
                channel.remoteAddress(),
                channel.eventLoop());
    }

    private static HttpAnswer serverCloses() {
        return HttpAnswer.problem(
                FailureReason.MOVED.status(),
                FailureReason.MOVED,
                "Cannot answer: the server closes, for the tasks of the job here have ended.");
    }

    private static HttpAnswer tooLate() {
        return HttpAnswer.problem(
                FailureReason.TIMEOUT.status(),
                FailureReason.TIMEOUT,
                "Cannot answer: it took longer than the timeout.");
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
                            "Cannot read request: it is no HTTP.");
        }
        refuse(context, answer);
    }

    /**
     * Answers what was not read to its end. Goes on reading for a moment: if the connection were
     * closed with something unread, the system would reset it, and the answer might be lost.
     */
    static void refuse(ChannelHandlerContext context, HttpAnswer answer) {
        context.writeAndFlush(response(context, answer, false, false))
                .addListener(
                        written -> {
                            var unused =
                                    context.executor()
                                            .schedule(
                                                    () -> closeNow(context),
                                                    LINGER_MS,
                                                    TimeUnit.MILLISECONDS);
                        });
    }

    private static void closeNow(ChannelHandlerContext context) {
        var unused = context.close();
    }

    private static HttpAnswer tooLarge(int status, String why) {
        return HttpAnswer.problem(
                status, FailureReason.REQUEST_TOO_LARGE, "Cannot read request: " + why + ".");
    }

    static FullHttpResponse response(
            ChannelHandlerContext context, HttpAnswer answer, boolean keepAlive, boolean head) {
        byte[] body = answer.body();
        ByteBuf content = context.alloc().buffer(head ? 0 : body.length);
        if (!head) {
            content.writeBytes(body);
        }
        FullHttpResponse response =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(answer.status()), content);
        HttpHeaders headers = response.headers();
        headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
        headers.setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
        headers.set("x-content-type-options", "nosniff");
        if (answer.page()) {
            headers.set(HttpHeaderNames.CONTENT_SECURITY_POLICY, CONSOLE_POLICY);
            headers.set("referrer-policy", "no-referrer");
            headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_CACHE);
        } else {
            headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        }
        if (answer.status() == FailureReason.UNAUTHENTICATED.status()) {
            headers.set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
        }
        if (answer.status() == FailureReason.NOT_READY.status()) {
            headers.set(HttpHeaderNames.RETRY_AFTER, "1");
        }
        if (!keepAlive) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        return response;
    }
}
