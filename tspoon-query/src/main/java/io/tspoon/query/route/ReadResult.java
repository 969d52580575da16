/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

/** The result of one read of a state. */
public sealed interface ReadResult permits EntriesResult, TotalsResult {
    /** Name of the state. */
    String state();

    /** Its size in an answer, in bytes of JSON. */
    long bytes();
}
