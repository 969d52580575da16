/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * What a coordinator knows of a call.
 *
 * @param known whether the call has come, and is not forgotten
 * @param outcome what became of it; null if it is under way, or not known
 */
@Internal
public record FoundCall(boolean known, @Nullable ToldOutcome outcome) {
    /** It has not come, or is forgotten. */
    public static final FoundCall UNKNOWN = new FoundCall(false, null);

    /** It has no outcome yet. */
    public static final FoundCall UNDER_WAY = new FoundCall(true, null);
}
