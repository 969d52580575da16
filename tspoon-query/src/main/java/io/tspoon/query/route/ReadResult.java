/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import org.apache.flink.annotation.Internal;

/** The result of one read of a state. */
@Internal
public sealed interface ReadResult permits EntriesResult, TotalsResult {
    /** Name of the state. */
    String state();

    /** Its size in an answer, in bytes of JSON. */
    long bytes();
}
