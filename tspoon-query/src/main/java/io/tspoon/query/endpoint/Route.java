/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A line of the table of paths.
 *
 * @param method HTTP method that the path is for; HEAD counts as GET
 * @param parts the parts of the path; one in braces is variable, and may be anything
 * @param right what the sender of a request must have
 * @param handler answers requests
 */
record Route(String method, List<String> parts, Right right, PathHandler handler) {
    /** What the sender of a request must have. */
    enum Right {
        /** It may read. */
        READ,
        /** It may call the procedure that the request names. The handler checks it. */
        CALL,
        /** It may change the parallelism of t-graphs. */
        SCALE,
        /** It is another server of the job. */
        PEER
    }

    static final String GET = "GET";
    static final String POST = "POST";

    /** A line for a path such as {@code /v1/graphs/{graph}}. */
    static Route of(String method, String path, Right right, PathHandler handler) {
        return new Route(method, List.of(path.substring(1).split("/")), right, handler);
    }

    /** The variable parts of a path by name; null if it is another path. */
    @Nullable Map<String, String> match(List<String> path) {
        if (path.size() != parts.size()) {
            return null;
        }
        for (int i = 0; i < parts.size(); i++) {
            if (!isVariable(i) && !parts.get(i).equals(path.get(i))) {
                return null;
            }
        }
        Map<String, String> variables = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            if (isVariable(i)) {
                String part = parts.get(i);
                variables.put(part.substring(1, part.length() - 1), path.get(i));
            }
        }
        return variables;
    }

    private boolean isVariable(int index) {
        return parts.get(index).startsWith("{");
    }
}
