/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * A line for each request in the logger {@code io.tspoon.query.audit}: what failed at INFO, the
 * rest at DEBUG, so that the volume is the choice of whoever configures the log.
 */
final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("io.tspoon.query.audit");
    private static final int MAX_LENGTH = 300;
    private static final long NANOS_PER_US = 1_000;

    private Audit() {}

    static void log(HttpCall call, HttpAnswer answer, long beganNanos) {
        boolean failed = answer.status() != HttpAnswer.OK;
        if (failed ? !LOG.isInfoEnabled() : !LOG.isDebugEnabled()) {
            return;
        }
        Object[] line = {
            text(call.remote()),
            clean(call.method()),
            clean(call.target()),
            answer.status(),
            answer.reason(),
            answer.body().length,
            (System.nanoTime() - beganNanos) / NANOS_PER_US
        };
        String format = "{} {} {} status={} reason={} bytes={} us={}";
        if (failed) {
            LOG.info(format, line);
        } else {
            LOG.debug(format, line);
        }
    }

    private static String text(SocketAddress remote) {
        return remote instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress() + ":" + address.getPort()
                : "unknown";
    }

    /** One line, whatever was sent. */
    private static String clean(String text) {
        StringBuilder clean = new StringBuilder();
        text.chars()
                .limit(MAX_LENGTH)
                .forEach(c -> clean.append(c > ' ' && c < 0x7f ? (char) c : '?'));
        return clean.toString();
    }
}
