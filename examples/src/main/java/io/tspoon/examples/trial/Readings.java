/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.util.List;

/**
 * What queries have shown.
 *
 * @param shown in any order
 * @param unanswered questions without an answer, as while the job is down
 * @param resumed how often there was an answer again behind questions without one
 */
public record Readings(List<Reading> shown, long unanswered, long resumed) {
    /** Of a run that nobody asks. */
    public static final Readings NONE = new Readings(List.of(), 0, 0);
}
