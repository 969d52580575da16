/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/** Texts of the program's objects, for messages. */
@Internal
public final class UserTexts {
    private static final int LONGEST = 300;
    private static final String REST = "...";

    private UserTexts() {}

    /** The text of an object, shortened. Never throws, whatever the object does. */
    public static String of(@Nullable Object object) {
        String text = whole(object);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - REST.length()) + REST;
    }

    /** The whole text of an object. Never throws, whatever the object does. */
    static String whole(@Nullable Object object) {
        try {
            return String.valueOf(object);
        } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
            return "(" + e.getClass().getName() + ")";
        }
    }
}
