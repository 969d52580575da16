/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Which method the paths of the endpoint are for, but for files. HEAD counts as GET. */
final class Methods {
    static final String GET = "GET";
    static final String POST = "POST";

    private Methods() {}

    /** The method of a path; null if there is no such path. */
    static @Nullable String of(List<String> path) {
        if (path.size() < 2 || !path.get(0).equals("v1")) {
            return null;
        }
        if (!path.get(1).equals("jobs")) {
            return ofJob(path.subList(1, path.size()));
        }
        return path.size() == 2 ? GET : ofJob(path.subList(Math.min(3, path.size()), path.size()));
    }

    private static @Nullable String ofJob(List<String> path) {
        if (path.isEmpty()) {
            return null;
        }
        return switch (path.get(0)) {
            case "graphs" ->
                    path.size() <= 2 ? GET : ofGraph(path.get(2), path.subList(3, path.size()));
            case "internal" -> path.size() == 2 ? POST : null;
            default -> null;
        };
    }

    private static @Nullable String ofGraph(String first, List<String> rest) {
        return switch (first) {
            case "metrics" -> rest.isEmpty() ? GET : null;
            case "query" -> rest.isEmpty() ? POST : null;
            case "states" -> rest.size() < 2 ? null : ofState(rest.get(1), rest.size() - 2);
            default -> null;
        };
    }

    private static @Nullable String ofState(String what, int further) {
        return switch (what) {
            case "keys" -> further == 1 ? GET : null;
            case "value" -> further == 0 ? GET : null;
            case "scan", "aggregate" -> further == 0 ? POST : null;
            default -> null;
        };
    }
}
