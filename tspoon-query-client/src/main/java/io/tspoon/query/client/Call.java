/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A request, but for where it is sent and how long it may take.
 *
 * @param path after that of the API's version, or of the t-graph; with parameters
 * @param body to be posted; null if the request is a GET
 * @param timed whether the server takes a timeout for it
 * @param executes whether it has something executed, so that its body is not for questions
 * @param key idempotency key of what is executed; null if it has none of its own
 */
record Call(
        String path,
        @Nullable JsonNode body,
        boolean timed,
        boolean executes,
        @Nullable String key) {
    /** Gets a part of the t-graph. */
    static Call get(String path) {
        return new Call(path, null, true, false, null);
    }

    /** Gets a description. */
    static Call describe(String path) {
        return new Call(path, null, false, false, null);
    }

    static Call post(String path, ObjectNode body) {
        return new Call(path, body, true, false, null);
    }

    /** Has something executed. */
    static Call execute(String path, JsonNode body, @Nullable String key) {
        return new Call(path, body, true, true, key);
    }

    /** Has the t-graph changed. Sent again, it asks for the same. */
    static Call change(String path, JsonNode body) {
        return new Call(path, body, false, true, null);
    }

    Call below(String prefix) {
        return new Call(prefix + path, body, timed, executes, key);
    }

    Call with(String parameter, String value) {
        char separator = path.indexOf('?') < 0 ? '?' : '&';
        return new Call(
                path + separator + parameter + '=' + encode(value), body, timed, executes, key);
    }

    Call with(When when) {
        Call call = this;
        for (var member : when.members().entrySet()) {
            if (body instanceof ObjectNode question) {
                question.put(member.getKey(), member.getValue());
            } else {
                call = call.with(member.getKey(), member.getValue());
            }
        }
        return call;
    }

    /** For one segment of a path, or the value of a parameter. */
    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
