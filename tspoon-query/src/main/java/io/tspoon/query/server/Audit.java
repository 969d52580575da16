/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.endpoint.HttpAnswer;
import io.tspoon.query.endpoint.HttpCall;
import io.tspoon.query.request.CallDigest;
import io.tspoon.read.RareWarning;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Writes a line for each request to the logger {@code io.tspoon.query.audit}, at level DEBUG.
 *
 * <p>Failures are logged without DEBUG, too, but no client can fill the log with them: a reason
 * that clients can cause is logged at once and then at most once a minute, with the number of lines
 * left out. Only INTERNAL, a fault of the server, is logged each time. Failures of the server (HTTP
 * status 500 and above) are warnings.
 *
 * <p>Each call has a line at level INFO, because it may have changed something. It has a digest of
 * the key, which may be a secret.
 *
 * <p>Each server has one. Any thread may use it.
 */
final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("io.tspoon.query.audit");
    private static final String ANSWERED = "{} {} {} status={} reason={} bytes={} us={}";
    private static final String FAILED = ANSWERED + " leftOut={} detail={}";
    private static final String CALLED =
            "{} call graph={} procedure={} caller={} key={} outcome={} timestamp={} ms={}";
    private static final int LOWEST_OF_SERVERS = 500;
    private static final int MAX_LENGTH = 300;
    private static final long NANOS_PER_US = 1_000;
    private static final long NANOS_PER_MS = 1_000_000;

    private final Map<FailureReason, RareWarning> warnings = new EnumMap<>(FailureReason.class);

    Audit() {
        this(System::nanoTime);
    }

    /**
     * @param nanoClock clock such as {@link System#nanoTime}
     */
    Audit(LongSupplier nanoClock) {
        for (FailureReason reason : FailureReason.values()) {
            if (reason != FailureReason.INTERNAL) {
                warnings.put(reason, RareWarning.eachMinute(nanoClock));
            }
        }
    }

    /**
     * @param beganNanos when the request arrived, as {@link System#nanoTime} counts
     */
    void log(HttpCall call, HttpAnswer answer, long beganNanos) {
        if (!answer.called().isEmpty() && LOG.isInfoEnabled()) {
            logCalls(call, answer, beganNanos);
        }
        HttpAnswer.Failure failure = answer.failure();
        long times = failure == null ? 0 : times(failure.reason());
        if (times == 0) {
            if (LOG.isDebugEnabled()) {
                LOG.debug(failure == null ? ANSWERED : FAILED, line(call, answer, beganNanos, 0));
            }
        } else if (answer.status() < LOWEST_OF_SERVERS) {
            LOG.info(FAILED, line(call, answer, beganNanos, times - 1));
        } else {
            LOG.warn(FAILED, line(call, answer, beganNanos, times - 1));
        }
    }

    private static void logCalls(HttpCall call, HttpAnswer answer, long beganNanos) {
        long ms = (System.nanoTime() - beganNanos) / NANOS_PER_MS;
        for (HttpAnswer.Called called : answer.called()) {
            LOG.info(
                    CALLED,
                    text(call.remote()),
                    clean(called.graph(), '!'),
                    clean(called.key().procedure(), '!'),
                    called.key().caller(),
                    CallDigest.shown(called.key().key()),
                    called.ended(),
                    called.timestamp(),
                    ms);
        }
    }

    /** The number of failures that a line stands for; 0 if this failure gets no line. */
    private long times(FailureReason reason) {
        RareWarning warning = warnings.get(reason);
        return warning == null ? 1 : warning.occurred();
    }

    private static Object[] line(HttpCall call, HttpAnswer answer, long beganNanos, long leftOut) {
        HttpAnswer.Failure failure = answer.failure();
        return new Object[] {
            text(call.remote()),
            clean(call.method(), '!'),
            clean(call.target(), '!'),
            answer.status(),
            failure == null ? "OK" : failure.reason(),
            answer.body().length,
            (System.nanoTime() - beganNanos) / NANOS_PER_US,
            leftOut,
            failure == null ? "" : clean(failure.detail(), ' ')
        };
    }

    private static String text(SocketAddress remote) {
        return remote instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress() + ":" + address.getPort()
                : "unknown";
    }

    /**
     * Makes the text fit on one line, whatever a client has sent.
     *
     * @param lowest lowest character that is kept
     */
    private static String clean(String text, char lowest) {
        StringBuilder clean = new StringBuilder();
        text.chars()
                .limit(MAX_LENGTH)
                .forEach(c -> clean.append(c >= lowest && c < 0x7f ? (char) c : '?'));
        return clean.toString();
    }
}
