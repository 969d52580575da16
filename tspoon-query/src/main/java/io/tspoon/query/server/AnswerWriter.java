/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.endpoint.HttpAnswer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;

/**
 * Writes answers. A large answer is given to the operating system in parts, each when the part
 * before it has been taken. So no more than one part is outside the heap, and each part that is
 * taken shows that the client is still reading.
 */
final class AnswerWriter {
    private static final int PART_BYTES = 64 * 1024;
    private static final String CONSOLE_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    private AnswerWriter() {}

    /**
     * Writes an answer.
     *
     * @param head whether to leave out the body
     * @return done when the operating system has taken the whole answer; fails if that is
     *     impossible
     */
    static ChannelFuture write(
            ChannelHandlerContext context, HttpAnswer answer, boolean keepAlive, boolean head) {
        try {
            byte[] body = answer.body();
            HttpResponseStatus status = HttpResponseStatus.valueOf(answer.status());
            HttpHeaders headers = headers(answer, keepAlive);
            if (head || body.length <= PART_BYTES) {
                ByteBuf content = head ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body);
                return context.writeAndFlush(
                        new DefaultFullHttpResponse(
                                HttpVersion.HTTP_1_1,
                                status,
                                content,
                                headers,
                                EmptyHttpHeaders.INSTANCE));
            }
            ChannelPromise done = context.newPromise();
            then(
                    context.writeAndFlush(
                            new DefaultHttpResponse(HttpVersion.HTTP_1_1, status, headers)),
                    done,
                    () -> writeFrom(context, body, 0, done));
            return done;
        } catch (RuntimeException | Error e) {
            return context.newFailedFuture(e);
        }
    }

    private static void writeFrom(
            ChannelHandlerContext context, byte[] body, int from, ChannelPromise done) {
        int to = Math.min(from + PART_BYTES, body.length);
        boolean last = to == body.length;
        ByteBuf part = Unpooled.wrappedBuffer(body, from, to - from);
        then(
                context.writeAndFlush(
                        last ? new DefaultLastHttpContent(part) : new DefaultHttpContent(part)),
                done,
                () -> {
                    if (last) {
                        done.trySuccess();
                    } else {
                        writeFrom(context, body, to, done);
                    }
                });
    }

    /** Runs the next step once something has been written; any failure ends the answer. */
    private static void then(ChannelFuture written, ChannelPromise done, Runnable next) {
        written.addListener(
                result -> {
                    if (!result.isSuccess()) {
                        done.tryFailure(result.cause());
                        return;
                    }
                    try {
                        next.run();
                    } catch (RuntimeException | Error e) {
                        done.tryFailure(e);
                    }
                });
    }

    private static HttpHeaders headers(HttpAnswer answer, boolean keepAlive) {
        HttpHeaders headers = DefaultHttpHeadersFactory.headersFactory().newHeaders();
        headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
        headers.setInt(HttpHeaderNames.CONTENT_LENGTH, answer.body().length);
        headers.set("x-content-type-options", "nosniff");
        if (answer.page()) {
            headers.set(HttpHeaderNames.CONTENT_SECURITY_POLICY, CONSOLE_POLICY);
            headers.set("referrer-policy", "no-referrer");
            headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_CACHE);
        } else {
            headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        }
        if (answer.outcome() != null) {
            headers.set("tspoon-outcome", answer.outcome().name());
        }
        HttpAnswer.Failure failure = answer.failure();
        if (failure != null && failure.allowed() != null) {
            headers.set(HttpHeaderNames.ALLOW, failure.allowed());
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
        return headers;
    }
}
