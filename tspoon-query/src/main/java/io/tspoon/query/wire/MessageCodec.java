/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.PeerRequest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;

/**
 * Writes and reads the messages of one operation. Reading is lenient: what is absent is 0 or empty.
 *
 * @param <Q> request
 * @param <A> answer
 */
@Internal
public interface MessageCodec<Q extends PeerRequest<A>, A> {
    /** The last part of the operation's path. */
    String path();

    /** The class of the requests. */
    Class<Q> type();

    ObjectNode write(Q request);

    Q read(JsonNode body);

    ObjectNode writeAnswer(A answer);

    A readAnswer(JsonNode json);
}
