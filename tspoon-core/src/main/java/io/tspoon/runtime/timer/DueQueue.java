/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** Keys in the order of a time that they wait for: a binary heap that knows where each key is. */
final class DueQueue<K> {
    private static final int INITIAL = 64;

    private final boolean ofEvents;
    private @Nullable WaitingKey<K>[] heap = newHeap(INITIAL);
    private int size;

    /**
     * @param ofEvents whether the time is event time, else processing time
     */
    DueQueue(boolean ofEvents) {
        this.ofEvents = ofEvents;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <K> @Nullable WaitingKey<K>[] newHeap(int length) {
        return new WaitingKey[length];
    }

    @Nullable WaitingKey<K> first() {
        return size == 0 ? null : heap[0];
    }

    /** The earliest time; {@link TimerIndex#NEVER} if there is none. */
    long firstTime() {
        WaitingKey<K> first = first();
        return first == null ? TimerIndex.NEVER : first.due(ofEvents);
    }

    /** Brings a key to its place, after its time has changed; removes it if it has none. */
    void update(WaitingKey<K> key) {
        boolean waits = !key.named && key.due(ofEvents) != TimerIndex.NEVER;
        int place = key.place(ofEvents);
        if (!waits) {
            if (place >= 0) {
                removeAt(place);
                key.place(ofEvents, -1);
            }
            return;
        }
        if (place < 0) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            place = size++;
        }
        down(up(place, key), key);
    }

    private void removeAt(int place) {
        WaitingKey<K> last = at(--size);
        heap[size] = null;
        if (place < size) {
            down(up(place, last), last);
        }
    }

    @SuppressWarnings("NullAway") // below the size there are keys
    private WaitingKey<K> at(int place) {
        return heap[place];
    }

    private int up(int from, WaitingKey<K> key) {
        long time = key.due(ofEvents);
        int place = from;
        while (place > 0) {
            int parent = (place - 1) >>> 1;
            WaitingKey<K> above = at(parent);
            if (above.due(ofEvents) <= time) {
                break;
            }
            put(place, above);
            place = parent;
        }
        put(place, key);
        return place;
    }

    private void down(int from, WaitingKey<K> key) {
        long time = key.due(ofEvents);
        int place = from;
        while (true) {
            int child = 2 * place + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && at(child + 1).due(ofEvents) < at(child).due(ofEvents)) {
                child++;
            }
            WaitingKey<K> below = at(child);
            if (below.due(ofEvents) >= time) {
                break;
            }
            put(place, below);
            place = child;
        }
        put(place, key);
    }

    private void put(int place, WaitingKey<K> key) {
        heap[place] = key;
        key.place(ofEvents, place);
    }
}
