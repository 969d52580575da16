/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

/**
 * What a coordinator says of itself when it makes itself known.
 *
 * @param coordinators how many coordinators send greetings, including this one
 * @param vertices ids of the vertices of the t-graph, separated by commas, that of the coordinators
 *     first: for the message that says how to repair them; that one alone, or empty, if they are
 *     not known. The job need not have all
 */
@Internal
public record Greeting(int coordinators, String vertices) {
    /**
     * That of a coordinator.
     *
     * @param own id of its vertex
     * @param all ids of the vertices of the t-graph, perhaps this one among them, separated by
     *     commas; empty if they are not known
     */
    public static Greeting of(int coordinators, String own, String all) {
        String others = all.isEmpty() ? "" : ("," + all).replace("," + own, "");
        return new Greeting(coordinators, own + others);
    }

    /** Nobody has said anything. */
    public static final Greeting NONE = new Greeting(0, "");
}
