/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import org.jspecify.annotations.Nullable;

/**
 * A message that should contain a command.
 *
 * @param key id of the command; place of the message if it is malformed
 * @param command the command; null if the message is malformed
 * @param text the message
 * @param problem why it is malformed; empty if it is not
 */
public record Incoming(String key, @Nullable Command command, String text, String problem) {
    /** Event time; {@link Long#MIN_VALUE}, which delays nothing, if there is none. */
    long time() {
        return command == null ? Long.MIN_VALUE : command.time();
    }

    /** Whose messages are to be executed in the order in which they come. */
    String party() {
        return command == null ? key : command.party();
    }
}
