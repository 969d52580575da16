/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Vote;

import java.util.ArrayList;
import java.util.List;

/** What a fragment says that was sent to a close operator. */
public record SentFragment(
        int slot,
        Vote vote,
        boolean isHeld,
        boolean isDependent,
        boolean isClaim,
        boolean isElement) {

    /** The fragments of a received block. */
    public static List<SentFragment> of(FragmentRows received) {
        List<SentFragment> fragments = new ArrayList<>();
        FragmentCursor cursor = new FragmentCursor().begin(received);
        while (cursor.next()) {
            fragments.add(
                    new SentFragment(
                            cursor.slot(),
                            cursor.vote(),
                            cursor.isHeld(),
                            cursor.isDependent(),
                            cursor.isClaim(),
                            cursor.hasElement()));
        }
        return fragments;
    }
}
