/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import it.unimi.dsi.fastutil.objects.Object2ObjectOpenHashMap;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.Set;

/**
 * Which keys are due, by what is installed for them. At most one timer of a key is named at a time:
 * the next one when what was installed shows that the first is gone. So nothing has to be said
 * about timers that were named in vain.
 *
 * <p>Memory: an entry of about 100 bytes for each key that waits, and the key. Confined to the
 * mailbox thread.
 *
 * @param <K> key type
 */
@Internal
public final class TimerIndex<K> {
    /** In place of a time: there is none. */
    public static final long NEVER = Long.MAX_VALUE;

    private final Object2ObjectOpenHashMap<K, WaitingKey<K>> keys =
            new Object2ObjectOpenHashMap<>();
    private final DueQueue<K> event = new DueQueue<>(true);
    private final DueQueue<K> processing = new DueQueue<>(false);
    private final Set<WaitingKey<K>> named = new HashSet<>();

    /**
     * Notes what is installed for a key.
     *
     * @param dueEvent the earliest event time for which it waits, or {@link #NEVER}
     * @param dueProcessing the same in processing time
     * @param stamp another number whenever something that was due is not to be done any more
     */
    public void installed(K key, long dueEvent, long dueProcessing, long stamp) {
        boolean waits = dueEvent != NEVER || dueProcessing != NEVER;
        WaitingKey<K> known = keys.get(key);
        if (known == null) {
            if (!waits) {
                return;
            }
            known = new WaitingKey<>(key);
            known.stamp = stamp;
            keys.put(key, known);
        } else if (known.event == dueEvent
                && known.processing == dueProcessing
                && known.stamp == stamp) {
            return;
        }
        if (known.named && (!waits || known.stamp != stamp)) {
            known.named = false;
            named.remove(known);
        }
        known.event = dueEvent;
        known.processing = dueProcessing;
        known.stamp = stamp;
        event.update(known);
        processing.update(known);
        if (!waits) {
            keys.remove(key);
        }
    }

    /** A key that is due in event time, which counts as named from now on; null if none is. */
    public @Nullable WaitingKey<K> nameByEvent(long now) {
        return event.firstTime() <= now ? name(event.first()) : null;
    }

    /** The same in processing time. */
    public @Nullable WaitingKey<K> nameByProcessing(long now) {
        return processing.firstTime() <= now ? name(processing.first()) : null;
    }

    private @Nullable WaitingKey<K> name(@Nullable WaitingKey<K> due) {
        if (due != null) {
            due.named = true;
            named.add(due);
            event.update(due);
            processing.update(due);
        }
        return due;
    }

    /** Whether a key waits for something. */
    public boolean knows(K key) {
        return keys.containsKey(key);
    }

    /** The earliest processing time for which a key waits that is not named. */
    public long nextProcessing() {
        return processing.firstTime();
    }

    /**
     * Up to where everything has fired that is due in event time.
     *
     * @param now event time
     */
    public long firedUpTo(long now) {
        long earliest = event.firstTime();
        for (WaitingKey<K> key : named) {
            earliest = Math.min(earliest, key.event);
        }
        return earliest <= now && earliest != NEVER ? earliest - 1 : now;
    }

    /** The number of keys that wait for something. */
    public int size() {
        return keys.size();
    }

    /** The number of keys that are named. */
    public int named() {
        return named.size();
    }
}
