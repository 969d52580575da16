/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import org.jspecify.annotations.Nullable;

/**
 * The holds and the waiting accesses of one key, unless its only hold is named by the number in the
 * {@link KeyRecord}. Both are linked in ascending timestamp order.
 */
final class Contention<K, V> {
    @Nullable Hold<K, V> first;
    @Nullable Hold<K, V> last;

    /** The number of neighbouring holds that belong to different coordinators. */
    int changesOfCoordinator;

    /** The number of exclusive holds. */
    int exclusive;

    /** The newest hold that has a tentative version. */
    @Nullable Hold<K, V> newestWritten;

    @Nullable Access<K, V> firstWaiting;
    private @Nullable Access<K, V> lastWaiting;

    /**
     * The access queued last. The next access of the same block usually belongs right behind it.
     */
    private @Nullable Access<K, V> lastEnqueued;

    /** Whether {@link EarlyVersions} knows that an access in the queue waits for a log. */
    boolean awaitsLog;

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
        if (added.exclusive) {
            exclusive++;
        }
        if (added.written) {
            wrote(added);
        }
    }

    /** One of the holds has received a tentative version. */
    void wrote(Hold<K, V> hold) {
        if (newestWritten == null || newestWritten.timestamp < hold.timestamp) {
            newestWritten = hold;
        }
    }

    /** Whether the hold is in the list, be it as the only one left. */
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
        if (removed.exclusive) {
            exclusive--;
        }
        if (removed == newestWritten) {
            newestWritten = writtenUpTo(before);
        }
        removed.previousOfRecord = null;
        removed.nextOfRecord = null;
    }

    private static <K, V> @Nullable Hold<K, V> writtenUpTo(@Nullable Hold<K, V> newest) {
        Hold<K, V> hold = newest;
        while (hold != null && !hold.written) {
            hold = hold.previousOfRecord;
        }
        return hold;
    }

    private static <K, V> void link(@Nullable Hold<K, V> before, @Nullable Hold<K, V> after) {
        if (before != null) {
            before.nextOfRecord = after;
        }
        if (after != null) {
            after.previousOfRecord = before;
        }
    }

    /** 1 if the two neighbours belong to different coordinators, else 0. */
    private static <K, V> int change(
            @Nullable Hold<K, V> before, @Nullable Hold<K, V> after, HoldTable<K, V> holds) {
        return before == null
                        || after == null
                        || holds.coordinatorOf(before) == holds.coordinatorOf(after)
                ? 0
                : 1;
    }

    /** Inserts an access behind all accesses with a smaller or equal timestamp. */
    void enqueue(Access<K, V> access) {
        Access<K, V> before = nearestBefore(access.timestamp);
        Access<K, V> after = before == null ? firstWaiting : before.nextWaiting;
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
        lastEnqueued = access;
    }

    /**
     * An access from which the search for the timestamp's place may start; null for the head of the
     * queue.
     */
    private @Nullable Access<K, V> nearestBefore(long timestamp) {
        if (lastWaiting != null && lastWaiting.timestamp <= timestamp) {
            return lastWaiting;
        }
        return lastEnqueued != null && lastEnqueued.timestamp <= timestamp ? lastEnqueued : null;
    }

    @Nullable Access<K, V> dequeue() {
        Access<K, V> head = firstWaiting;
        if (head != null) {
            firstWaiting = head.nextWaiting;
            head.nextWaiting = null;
            if (firstWaiting == null) {
                lastWaiting = null;
            }
            if (head == lastEnqueued) {
                lastEnqueued = null;
            }
        }
        return head;
    }
}
