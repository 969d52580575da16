/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.examples.messages.Message;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;

/**
 * The input executed once more, by {@link SerialRoad}.
 *
 * @param totals what it answers
 * @param refused how many reports break a rule
 * @param malformed how many lines are none
 * @param disorder the first message whose time is before that of one before it; null if none is
 */
record SerialCheck(RoadTotals totals, long refused, long malformed, @Nullable String disorder) {
    /**
     * Executes lines.
     *
     * @param count how many at most
     */
    static SerialCheck of(Iterator<Message> lines, long count) {
        SerialRoad road = new SerialRoad();
        RoadTotals totals = new RoadTotals();
        long refused = 0;
        long malformed = 0;
        int time = 0;
        for (long i = 0; i < count && lines.hasNext(); i++) {
            RoadMessage message = LineParser.parse(lines.next()).message();
            if (message == null) {
                malformed++;
                continue;
            }
            if (message.time() < time) {
                return new SerialCheck(totals, refused, malformed, message.key());
            }
            time = message.time();
            SerialRoad.Outcome outcome = road.execute(message);
            refused += outcome.refusal().isEmpty() ? 0 : 1;
            totals.add(message.key(), outcome.answer());
        }
        return new SerialCheck(totals, refused, malformed, null);
    }
}
