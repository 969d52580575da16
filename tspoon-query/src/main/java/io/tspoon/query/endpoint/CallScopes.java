/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import org.apache.flink.annotation.Internal;

import java.util.Set;

/**
 * What may be called, written and changed.
 *
 * @param names {@code scale}; {@code call:graph/procedure}, {@code call:graph/*} or {@code call:*};
 *     {@code write:graph/state}, {@code write:graph/*} or {@code write:*}
 */
@Internal
public record CallScopes(Set<String> names) {
    /** The scope of those who may change the parallelism of t-graphs. */
    static final String SCALE = "scale";

    /** Whatever there is. */
    public static final CallScopes ALL = new CallScopes(Set.of("call:*", "write:*", SCALE));

    /** Nothing. */
    public static final CallScopes NONE = new CallScopes(Set.of());

    private static final String CALL = "call:";
    private static final String WRITE = "write:";

    public CallScopes {
        names = Set.copyOf(names);
    }

    /** Whether a text is a scope of this kind. */
    static boolean isScope(String text) {
        return text.equals(SCALE) || isScope(CALL, text) || isScope(WRITE, text);
    }

    private static boolean isScope(String prefix, String text) {
        int slash = text.lastIndexOf('/');
        return text.equals(prefix + '*')
                || (text.startsWith(prefix)
                        && slash > prefix.length()
                        && slash < text.length() - 1);
    }

    /** The scope of one procedure. */
    static String call(String graph, String procedure) {
        return name(CALL, graph, procedure);
    }

    /** The scope of one state; of all, if it is a star. */
    static String write(String graph, String state) {
        return name(WRITE, graph, state);
    }

    private static String name(String prefix, String graph, String what) {
        return prefix + graph + '/' + what;
    }

    boolean containCall(String graph, String procedure) {
        return contain(CALL, graph, procedure);
    }

    boolean containWrite(String graph, String state) {
        return contain(WRITE, graph, state);
    }

    boolean containScale() {
        return names.contains(SCALE);
    }

    /** Whether some state of a t-graph may be written. */
    boolean containWrites(String graph) {
        String any = name(WRITE, graph, "");
        return names.contains(WRITE + '*') || names.stream().anyMatch(one -> one.startsWith(any));
    }

    private boolean contain(String prefix, String graph, String what) {
        return names.contains(prefix + '*')
                || names.contains(name(prefix, graph, "*"))
                || names.contains(name(prefix, graph, what));
    }
}
