/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.text.Line;
import io.tspoon.examples.text.MalformedTextException;
import io.tspoon.examples.text.StrictText;

import org.jspecify.annotations.Nullable;

/**
 * A message as it arrived, not yet parsed.
 *
 * @param origin place of the message: {@code topic-partition@offset} in Kafka, {@code file:line} in
 *     a file, otherwise {@code generated}
 * @param text usually JSON; if it could not be decoded, how its bytes look
 * @param problem why there is no text to parse; empty if there is
 */
public record Message(String origin, String text, String problem) {
    /** A message that is a text. */
    static Message text(String origin, String text) {
        return new Message(origin, text, "");
    }

    /** A message of a file. */
    static Message of(String file, Line line) {
        return new Message(file + ":" + line.number(), line.text(), line.problem());
    }

    /** A message of bytes; null if it has no value. */
    static Message decode(String origin, byte @Nullable [] value, StrictText decoder) {
        if (value == null) {
            return new Message(origin, "", "it has no value");
        }
        try {
            return text(origin, decoder.decode(value));
        } catch (MalformedTextException e) {
            return new Message(origin, StrictText.show(value), String.valueOf(e.getMessage()));
        }
    }
}
