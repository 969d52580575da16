/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

/**
 * What a coordinator says of itself when it makes itself known.
 *
 * @param coordinators how many coordinators send greetings, including this one
 * @param vertices ids of the vertices of the t-graph, separated by commas, that of the coordinators
 *     first: for the message that says how to repair them; empty if they are not known
 */
@Internal
public record Greeting(int coordinators, String vertices) {
    /** Nobody has said anything. */
    public static final Greeting NONE = new Greeting(0, "");
}
