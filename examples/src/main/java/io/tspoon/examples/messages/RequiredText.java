/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.jspecify.annotations.Nullable;

/** Checks texts that name somebody or something: a blank one would be everybody's. */
public final class RequiredText {
    private RequiredText() {}

    /**
     * Checks a component of a record.
     *
     * @throws IllegalArgumentException if it is null or blank
     */
    public static void check(String name, @Nullable String text) {
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException(name + " is missing");
        }
    }
}
