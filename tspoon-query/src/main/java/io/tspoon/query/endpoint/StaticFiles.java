/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Files that anybody may see because they reveal nothing about the job: the console, the OpenAPI
 * document, and the health check, which says that the server listens.
 */
final class StaticFiles {
    private static final String ROOT = "/io/tspoon/query/";
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,60}\\.(html|js|css|svg)");
    private static final Map<String, String> TYPES =
            Map.of(
                    "html", "text/html; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "css", "text/css; charset=utf-8",
                    "svg", "image/svg+xml; charset=utf-8");
    private static final HttpAnswer UP =
            new HttpAnswer(
                    HttpAnswer.OK,
                    HttpAnswer.JSON,
                    "{\"status\":\"UP\"}".getBytes(StandardCharsets.UTF_8),
                    null,
                    false);

    /** Where the OpenAPI document has the number of entries that the server allows. */
    private static final Pattern MAX_ENTRIES = Pattern.compile("(\"max(?:imum|Items)\": )10000\\b");

    private final int maxEntries;

    /**
     * Only files that were requested and exist. Remembering other paths as well would let clients
     * fill the memory.
     */
    private final Map<String, HttpAnswer> files = new ConcurrentHashMap<>();

    /**
     * @param maxEntries entries of a page and keys of a request, for the OpenAPI document
     */
    StaticFiles(int maxEntries) {
        this.maxEntries = maxEntries;
    }

    /** The file at a path; null if there is none. */
    @Nullable HttpAnswer find(List<String> path) {
        if (path.size() == 1 && path.get(0).isEmpty()) {
            return file("console/index.html");
        }
        if (path.size() != 2) {
            return null;
        }
        String name = path.get(1);
        return switch (path.get(0)) {
            case "console" -> NAME.matcher(name).matches() ? file("console/" + name) : null;
            case "v1" -> ofVersion(name);
            default -> null;
        };
    }

    /** The number of files that are kept. */
    int size() {
        return files.size();
    }

    private @Nullable HttpAnswer ofVersion(String name) {
        return switch (name) {
            case "openapi.json" -> file(name);
            case "health" -> UP;
            default -> null;
        };
    }

    private @Nullable HttpAnswer file(String name) {
        return files.computeIfAbsent(name, this::load);
    }

    private @Nullable HttpAnswer load(String name) {
        try (InputStream file = StaticFiles.class.getResourceAsStream(ROOT + name)) {
            if (file == null) {
                return null;
            }
            String type =
                    TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), HttpAnswer.JSON);
            byte[] body = file.readAllBytes();
            if (type.equals(HttpAnswer.JSON)) {
                String text = new String(body, StandardCharsets.UTF_8);
                body =
                        MAX_ENTRIES
                                .matcher(text)
                                .replaceAll("$1" + maxEntries)
                                .getBytes(StandardCharsets.UTF_8);
            }
            return new HttpAnswer(HttpAnswer.OK, type, body, null, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
