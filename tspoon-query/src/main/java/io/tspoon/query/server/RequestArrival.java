/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;

/**
 * Ends a connection whose request does not arrive in time: who sends it byte by byte would hold one
 * of the connections for as long as he likes, and be it before he has shown a token. Owned by the
 * thread of the connection.
 */
final class RequestArrival extends ChannelInboundHandlerAdapter {
    private static final long LONGEST_SECONDS = 30;

    private @Nullable Future<?> end;

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        if (end == null) {
            begin(context);
        }
        context.fireChannelRead(bytes);
    }

    private void begin(ChannelHandlerContext context) {
        end = context.executor().schedule(() -> end(context), LONGEST_SECONDS, TimeUnit.SECONDS);
    }

    private void end(ChannelHandlerContext context) {
        if (context.channel().config().isAutoRead()) {
            var unused = context.close();
        } else {
            begin(context); // nothing is read because others are not answered
        }
    }

    /** All of a request is there. */
    void complete() {
        if (end != null) {
            end.cancel(false);
            end = null;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        complete();
        context.fireChannelInactive();
    }
}
