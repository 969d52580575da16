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

    /** How many of the holds are exclusive. */
    int exclusive;

    /** The newest of the holds that have a tentative version. */
    @Nullable Hold<K, V> newestWritten;

    @Nullable Access<K, V> firstWaiting;
    private @Nullable Access<K, V> lastWaiting;

    /** Where the last access was queued: the next one of its block comes behind it. */
    private @Nullable Access<K, V> lastEnqueued;

    /** Whether {@link EarlyVersions} knows that an access waits for a log. */
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

    /** One of the holds has got a tentative version. */
    void wrote(Hold<K, V> hold) {
        if (newestWritten == null || newestWritten.timestamp < hold.timestamp) {
            newestWritten = hold;
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

    /** A known place in the queue that is not behind the timestamp; null is its head. */
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
