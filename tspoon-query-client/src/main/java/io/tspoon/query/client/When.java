/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which snapshot a request is for.
 *
 * @param consistency as the caller says
 * @param token timestamp that the snapshot must not be below; 0 if it does not matter
 */
record When(Consistency consistency, long token) {
    /** The members of a request's body that say so, or parameters of its address. */
    Map<String, String> members() {
        Map<String, String> members = new LinkedHashMap<>();
        long after = token;
        if (consistency instanceof Consistency.At at) {
            return Map.of("at", Long.toString(at.timestamp().value()));
        } else if (consistency instanceof Consistency.After least) {
            after = Math.max(after, least.token().value());
        } else if (consistency instanceof Consistency.Fresh) {
            members.put("consistency", "fresh");
        }
        if (after > 0) {
            members.put("after", Long.toString(after));
        }
        return members;
    }
}
