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
 * Reads one request at a time. Until it is answered, further bytes stay undecoded and nothing more
 * is read: clients may send the next request before they have an answer, but it is not kept in
 * memory here.
 *
 * <p>Closes a connection whose request does not arrive in time. Otherwise a client that sends byte
 * by byte could hold one of the limited connections for as long as it likes, even before it has
 * shown a token. The time of the first request begins with the connection, because a client that
 * sends nothing holds it, too. Owned by the thread of the connection.
 */
final class RequestDecoder extends HttpRequestDecoder {
    private static final long LONGEST_SECONDS = 30;
    private static final int MAX_LINE_BYTES = 16 * 1024;
    private static final int MAX_HEADERS_BYTES = 16 * 1024;

    private boolean answering;
    private boolean last;

    /** Not null while reading is stopped. */
    private @Nullable ChannelHandlerContext stopped;

    /**
     * Closes the connection if the current request does not arrive in time; null if no request is
     * awaited.
     */
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
     * A request has arrived completely.
     *
     * @param isLast whether the connection ends with the answer. Further bytes are then skipped: if
     *     the connection were closed with unread data, the operating system would reset it, and the
     *     answer might be lost
     */
    void complete(boolean isLast) {
        answering = true;
        last = isLast;
        cancelEnd();
    }

    /** The request has been answered: reads the next one. */
    void next() {
        answering = false;
        goOn();
    }

    /** The request has been answered and was the last one: skips whatever follows. */
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
            // The superclass would read on, because the bytes that were read have not produced a
            // message.
            context.fireChannelReadComplete();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        super.channelInactive(context);
        cancelEnd();
    }
}
