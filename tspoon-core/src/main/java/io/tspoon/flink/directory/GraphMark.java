/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an operator of a t-graph says of itself in its description. Flink shows the descriptions of
 * all operators of a vertex, so from outside one can see which vertices belong together.
 *
 * @param graph name of the t-graph
 * @param slots name of the co-location group, which t-graphs have in common that Flink chains
 * @param single whether one coordinator gets all of the input, whatever the parallelism
 */
@Internal
public record GraphMark(String graph, String slots, boolean single) {
    /** Names of t-graphs have no blank, comma or bracket, and mean the same in HTML. */
    private static final Pattern MARK =
            Pattern.compile("\\[t-graph ([^ ,\\]]+), slots ([^ ,\\]]+)(, one coordinator)?\\]");

    /** The description of an operator. */
    public String describe(String operator) {
        return operator
                + " [t-graph "
                + graph
                + ", slots "
                + slots
                + (single ? ", one coordinator]" : "]");
    }

    /** The marks in the description of a vertex; none if it is of no t-graph. */
    public static List<GraphMark> in(String description) {
        List<GraphMark> marks = new ArrayList<>();
        Matcher found = MARK.matcher(description);
        while (found.find()) {
            marks.add(new GraphMark(found.group(1), found.group(2), found.group(3) != null));
        }
        return marks;
    }
}
