/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What several attempts have on one key at once: their holds, if there is more than one or it has
 * no name, and the accesses that wait. Both are linked in ascending timestamp order.
 */
final class Contention<K, V> {
    @Nullable Hold<K, V> first;
    @Nullable Hold<K, V> last;

    /** How many neighbours among the holds are of different coordinators. */
    int changesOfCoordinator;

    @Nullable Access<K, V> firstWaiting;
    private @Nullable Access<K, V> lastWaiting;

    void add(Hold<K, V> added, HoldTable<K, V> holds) {
        Hold<K, V> before = last;
        while (before != null && before.timestamp > added.timestamp) {
            before = before.previousOfRecord;
        }
        Hold<K, V> after = before == null ? first : before.nextOfRecord;
        changesOfCoordinator +=
                change(before, added, holds)
                        + change(added, after, holds)
                        - change(before, after, holds);
        link(before, added);
        link(added, after);
        if (before == null) {
            first = added;
        }
        if (after == null) {
            last = added;
        }
    }

    /** Whether this is one of several holds, or the only one that is left of them. */
    boolean isLinked(Hold<K, V> hold) {
        return hold.previousOfRecord != null || first == hold;
    }

    void remove(Hold<K, V> removed, HoldTable<K, V> holds) {
        Hold<K, V> before = removed.previousOfRecord;
        Hold<K, V> after = removed.nextOfRecord;
        changesOfCoordinator +=
                change(before, after, holds)
                        - change(before, removed, holds)
                        - change(removed, after, holds);
        link(before, after);
        if (before == null) {
            first = after;
        }
        if (after == null) {
            last = before;
        }
        removed.previousOfRecord = null;
        removed.nextOfRecord = null;
    }

    private static <K, V> void link(@Nullable Hold<K, V> before, @Nullable Hold<K, V> after) {
        if (before != null) {
            before.nextOfRecord = after;
        }
        if (after != null) {
            after.previousOfRecord = before;
        }
    }

    /** 1 if two neighbours are of different coordinators, else 0. */
    private static <K, V> int change(
            @Nullable Hold<K, V> before, @Nullable Hold<K, V> after, HoldTable<K, V> holds) {
        return before == null
                        || after == null
                        || holds.coordinatorOf(before) == holds.coordinatorOf(after)
                ? 0
                : 1;
    }

    /** Queues an access behind those with a smaller or the same timestamp. */
    void enqueue(Access<K, V> access) {
        Access<K, V> last = lastWaiting;
        if (last != null && last.timestamp <= access.timestamp) {
            last.nextWaiting = access;
            lastWaiting = access;
            return;
        }
        Access<K, V> before = null;
        Access<K, V> after = firstWaiting;
        while (after != null && after.timestamp <= access.timestamp) {
            before = after;
            after = after.nextWaiting;
        }
        access.nextWaiting = after;
        if (before == null) {
            firstWaiting = access;
        } else {
            before.nextWaiting = access;
        }
        if (after == null) {
            lastWaiting = access;
        }
    }

    @Nullable Access<K, V> dequeue() {
        Access<K, V> head = firstWaiting;
        if (head != null) {
            firstWaiting = head.nextWaiting;
            head.nextWaiting = null;
            if (firstWaiting == null) {
                lastWaiting = null;
            }
        }
        return head;
    }
}
