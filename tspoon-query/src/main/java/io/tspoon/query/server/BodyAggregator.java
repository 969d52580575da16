/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;

/** Gathers bodies; one that is too large ends the connection, with the reason. */
final class BodyAggregator extends HttpObjectAggregator {
    private final int maxBytes;

    BodyAggregator(int maxBytes) {
        super(maxBytes);
        this.maxBytes = maxBytes;
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage message) {
        HttpAnswer answer =
                HttpAnswer.problem(
                        FailureReason.REQUEST_TOO_LARGE.status(),
                        FailureReason.REQUEST_TOO_LARGE,
                        "Cannot read request: its body is too large, maxBytes=" + maxBytes + ".");
        HttpConnection.refuse(context, answer);
    }
}
