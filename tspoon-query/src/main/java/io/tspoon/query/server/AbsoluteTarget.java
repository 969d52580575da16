/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import org.jspecify.annotations.Nullable;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The target of a request in absolute form, such as {@code http://localhost:8095/v1/graphs}.
 * Clients send it to proxies, and every server must accept it, too (RFC 9112, 3.2.2).
 *
 * @param host host and port, which count instead of those of the Host header
 * @param path path and query
 */
record AbsoluteTarget(String host, String path) {
    private static final Pattern FORM =
            Pattern.compile("(?i:https?)://(" + HostHeader.HOST + ")(/.*|\\?.*)?", Pattern.DOTALL);

    /** The parts of a target; null if it is not in this form. */
    static @Nullable AbsoluteTarget of(String target) {
        if (target.startsWith("/")) { // as nearly all do
            return null;
        }
        Matcher matcher = FORM.matcher(target);
        if (!matcher.matches()) {
            return null;
        }
        String rest = matcher.group(2) == null ? "" : matcher.group(2);
        return new AbsoluteTarget(matcher.group(1), rest.startsWith("/") ? rest : "/" + rest);
    }
}
