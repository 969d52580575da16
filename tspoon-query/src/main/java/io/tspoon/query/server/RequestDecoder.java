/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Reads one request at a time. What comes behind it stays as it came until the request is answered,
 * and no more is read meanwhile: clients may send the next request before they have an answer, but
 * they do not have it kept here.
 *
 * <p>Ends a connection whose request does not arrive in time: who sends it byte by byte would hold
 * one of the connections for as long as he likes, and be it before he has shown a token. The time
 * of the first one begins with the connection, for who sends nothing holds it, too. Owned by the
 * thread of the connection.
 */
final class RequestDecoder extends HttpRequestDecoder {
    private static final long LONGEST_SECONDS = 30;
    private static final int MAX_LINE_BYTES = 16 * 1024;
    private static final int MAX_HEADERS_BYTES = 16 * 1024;

    private boolean answering;
    private boolean last;

    /** Set while nothing is read; null else. */
    private @Nullable ChannelHandlerContext stopped;

    /** What ends a request that does not arrive; null while none does. */
    private @Nullable Future<?> end;

    RequestDecoder() {
        super(
                new HttpDecoderConfig()
                        .setMaxInitialLineLength(MAX_LINE_BYTES)
                        .setMaxHeaderSize(MAX_HEADERS_BYTES));
    }

    @Override
    public void channelActive(ChannelHandlerContext context) throws Exception {
        beginTime(context);
        super.channelActive(context);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> requests)
            throws Exception {
        if (!answering) {
            beginTime(context);
            super.decode(context, bytes, requests);
        } else if (last) {
            bytes.skipBytes(bytes.readableBytes());
        } else {
            stopped = context;
            context.channel().config().setAutoRead(false);
        }
    }

    private void beginTime(ChannelHandlerContext context) {
        if (end == null) {
            end =
                    context.executor()
                            .schedule(
                                    () -> {
                                        var unused = context.close();
                                    },
                                    LONGEST_SECONDS,
                                    TimeUnit.SECONDS);
        }
    }

    /**
     * All of a request is there.
     *
     * @param isLast whether the connection ends with the answer; if something unread were there
     *     then, the system would reset it, and the answer might be lost
     */
    void complete(boolean isLast) {
        answering = true;
        last = isLast;
        cancelEnd();
    }

    /** The request is answered: reads the next one. */
    void next() {
        answering = false;
        goOn();
    }

    /** The request is answered, and was the last one: passes over what follows. */
    void skip() {
        last = true;
        goOn();
    }

    private void goOn() {
        ChannelHandlerContext context = stopped;
        if (context == null) {
            return;
        }
        stopped = null;
        try {
            channelRead(context, Unpooled.EMPTY_BUFFER);
        } catch (Exception e) {
            context.fireExceptionCaught(e);
        }
        if (stopped == null) {
            context.channel().config().setAutoRead(true);
        }
    }

    private void cancelEnd() {
        if (end != null) {
            end.cancel(false);
            end = null;
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) throws Exception {
        if (stopped == null) {
            super.channelReadComplete(context);
        } else {
            // Above they would read on, as nothing has come of what was read.
            context.fireChannelReadComplete();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        super.channelInactive(context);
        cancelEnd();
    }
}
