/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.transaction.AbortReason;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * An element of a batch that was logged.
 *
 * @param input how it is recognized when its source delivers it again
 * @param key from the user's key function; empty if there is none
 * @param emitted how many of the emitted elements come from it
 * @param reasons why it was rejected; empty if it was not
 */
@Internal
public record LoggedElement(
        InputIdentity input, String key, int emitted, List<AbortReason> reasons) {
    /** An element that was not rejected. */
    public LoggedElement(InputIdentity input, String key, int emitted) {
        this(input, key, emitted, List.of());
    }

    /** The same element, which was rejected. */
    LoggedElement rejected(AbortReason reason) {
        return new LoggedElement(input, key, emitted, List.of(reason));
    }
}
