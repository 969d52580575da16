/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release.errors;

/**
 * A message as the source has it, with an ellipsis for each part that is known at run time only.
 *
 * @param code such as {@code TSP-0123}
 * @param text without the code
 * @param module where it is made
 * @param place file and line, for who has to change it
 */
record Message(String code, String text, String module, String place) {
    /** What the text has for a part that the source does not tell. */
    static final String UNKNOWN = "…";

    private static final String END = ". ";

    /** The first sentence: what cannot be done, and why. */
    String what() {
        int end = text.indexOf(END);
        String first = end < 0 ? text : text.substring(0, end);
        return first.replaceFirst("[.,\\s]+$", "");
    }

    /** What is the same wherever the message is made: no values follow. */
    String meaning() {
        return what().replaceFirst(", [\\w. " + UNKNOWN + "]+=.*", "");
    }

    /** What the message says to do; empty if the source does not tell. */
    String fix() {
        int end = text.indexOf(END);
        String fix = end < 0 ? "" : text.substring(end + END.length()).strip();
        return fix.chars().anyMatch(Character::isLetter) ? fix : "";
    }
}
