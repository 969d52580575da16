/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import org.apache.flink.annotation.Internal;

import java.util.Set;

/**
 * What may be called.
 *
 * @param names {@code call:graph/procedure}, {@code call:graph/*} or {@code call:*}
 */
@Internal
public record CallScopes(Set<String> names) {
    /** Whatever there is. */
    public static final CallScopes ALL = new CallScopes(Set.of("call:*"));

    /** Nothing. */
    public static final CallScopes NONE = new CallScopes(Set.of());

    private static final String PREFIX = "call:";

    public CallScopes {
        names = Set.copyOf(names);
    }

    /** Whether a text is a scope of this kind. */
    static boolean isScope(String text) {
        int slash = text.lastIndexOf('/');
        return text.equals("call:*")
                || (text.startsWith(PREFIX)
                        && slash > PREFIX.length()
                        && slash < text.length() - 1);
    }

    /** The scope of one procedure. */
    static String name(String graph, String procedure) {
        return PREFIX + graph + '/' + procedure;
    }

    boolean contain(String graph, String procedure) {
        return names.contains("call:*")
                || names.contains(name(graph, "*"))
                || names.contains(name(graph, procedure));
    }
}
