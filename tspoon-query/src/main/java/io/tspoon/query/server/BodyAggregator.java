/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.endpoint.Endpoint;
import io.tspoon.query.endpoint.HttpAnswer;
import io.tspoon.query.endpoint.HttpCall;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the bodies of requests whose sender has shown that it may send one. A body that is
 * refused, or too large, ends the connection after an answer with the reason; so does a request
 * that does not say for which host it is.
 */
final class BodyAggregator extends HttpObjectAggregator {
    private final int maxBytes;
    private final Endpoint endpoint;
    private final Audit audit;
    private boolean refused;

    BodyAggregator(int maxBytes, Endpoint endpoint, Audit audit) {
        super(maxBytes);
        this.maxBytes = maxBytes;
        this.endpoint = endpoint;
        this.audit = audit;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        if (!refused && message instanceof HttpRequest head && head.decoderResult().isSuccess()) {
            HttpAnswer wrongHost = HostHeader.refusal(head);
            if (wrongHost != null || hasBody(head)) {
                HttpCall call = HttpConnection.call(context.channel(), head, new byte[0]);
                HttpAnswer refusal = wrongHost != null ? wrongHost : refusal(call, head);
                if (refusal != null) {
                    audit.log(call, refusal, System.nanoTime());
                    refuse(context, refusal);
                }
            }
        }
        if (refused) {
            ReferenceCountUtil.release(message);
        } else {
            super.channelRead(context, message);
        }
    }

    /**
     * Checks a request before Netty does: to an {@code Expect} header Netty would reply without the
     * reason.
     */
    private @Nullable HttpAnswer refusal(HttpCall call, HttpRequest head) {
        HttpAnswer refusal = endpoint.refuseBody(call);
        if (refusal != null) {
            return refusal;
        }
        if (HttpUtil.getContentLength(head, 0L) > maxBytes) {
            return tooLarge();
        }
        String expected = head.headers().get(HttpHeaderNames.EXPECT);
        return expected == null || HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expected)
                ? null
                : HttpAnswer.problem(
                        HttpResponseStatus.EXPECTATION_FAILED.code(),
                        FailureReason.INVALID_REQUEST,
                        "[TSP-4002] Cannot read request: it expects what is not known,"
                                + " known=100-continue.");
    }

    private static boolean hasBody(HttpRequest head) {
        return HttpUtil.isTransferEncodingChunked(head) || HttpUtil.getContentLength(head, 0L) > 0;
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage message) {
        refuse(context, tooLarge());
    }

    private HttpAnswer tooLarge() {
        return HttpAnswer.problem(
                FailureReason.REQUEST_TOO_LARGE.status(),
                FailureReason.REQUEST_TOO_LARGE,
                "[TSP-4003] Cannot read request: its body is too large, maxBytes="
                        + maxBytes
                        + " ("
                        + QueryOptions.MAX_REQUEST_SIZE.key()
                        + ").");
    }

    private void refuse(ChannelHandlerContext context, HttpAnswer answer) {
        refused = true;
        HttpConnection.refuse(context, answer);
    }
}
