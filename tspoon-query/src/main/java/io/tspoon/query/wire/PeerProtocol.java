/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.peer.PeerRequest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The operations that servers ask of each other. */
@Internal
public final class PeerProtocol {
    private static final String TIMEOUT = "timeoutMs";

    private static final List<MessageCodec<?, ?>> CODECS =
            List.of(
                    new DescribeCodec(),
                    new StatusCodec(),
                    new OutcomeCodec(),
                    new CoordinatorsCodec(),
                    new CallCodec(),
                    new CallOutcomeCodec(),
                    new OwnersCodec(),
                    new PinCodec(),
                    new SettleCodec(),
                    new UnpinCodec(),
                    new ReadCodec(),
                    new ScanCodec(),
                    new AggregateCodec());

    private static final Map<String, MessageCodec<?, ?>> BY_PATH =
            CODECS.stream().collect(Collectors.toMap(MessageCodec::path, Function.identity()));

    private static final Map<Class<?>, MessageCodec<?, ?>> BY_TYPE =
            CODECS.stream().collect(Collectors.toMap(MessageCodec::type, Function.identity()));

    private PeerProtocol() {}

    /** The codec of a path. */
    public static MessageCodec<?, ?> ofPath(String path) {
        MessageCodec<?, ?> codec = BY_PATH.get(path);
        if (codec == null) {
            throw new QueryException(
                    FailureReason.UNKNOWN_PATH,
                    "[TSP-4114] Cannot find operation: there is no such path.");
        }
        return codec;
    }

    /** The codec of a request. */
    @SuppressWarnings("unchecked") // a codec is found by the class of its requests
    public static <A> MessageCodec<PeerRequest<A>, A> of(PeerRequest<A> request) {
        MessageCodec<?, ?> codec = BY_TYPE.get(request.getClass());
        if (codec == null) {
            throw new IllegalStateException(
                    "[TSP-4505] Cannot write request: it has no codec, "
                            + request.getClass().getName());
        }
        return (MessageCodec<PeerRequest<A>, A>) codec;
    }

    /** The body of a call. */
    public static ObjectNode body(ObjectNode request, long timeoutMs) {
        return request.put(TIMEOUT, timeoutMs);
    }

    /**
     * After how many milliseconds the sender of a body gives up.
     *
     * @param otherwise if it does not say
     */
    public static long timeoutMs(JsonNode body, long otherwise) {
        return Math.max(1, body.path(TIMEOUT).asLong(otherwise));
    }
}
