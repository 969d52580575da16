/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.InputIdentity;
import io.tspoon.runtime.plan.InputSpread;

import it.unimi.dsi.fastutil.Hash;
import it.unimi.dsi.fastutil.objects.Object2IntMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * The inputs that the log holds outcomes of, and that the source has not given again yet.
 *
 * <p>Equal identities are counted: so many elements of this identity are dropped, the next one is
 * new. Each comes back to the coordinator that owns it, which carries it over to the next segments
 * until it came.
 *
 * <p>With keys, which are unique, an element may come back to any coordinator, and any of them may
 * end. So all know all and carry all over, and each tells the others what came. What came before a
 * barrier is missing in the segment of the one that it came to, at least, and what came after it is
 * in all: so after a restore those are awaited that all segments carry.
 *
 * <p>Confined to the mailbox thread of the open operator; memory is bounded by what was logged
 * since the checkpoint that the job was restored from.
 */
public final class AwaitedInputs {
    private final int coordinator;
    private final int parallelism;
    private final InputSpread spread;

    /** Sparse: most look-ups find nothing, and each identity on the way costs a cache miss. */
    private final Object2IntOpenHashMap<InputIdentity> counts =
            new Object2IntOpenHashMap<>(Hash.DEFAULT_INITIAL_SIZE, Hash.FAST_LOAD_FACTOR);

    private final boolean keyed;
    private final Object2IntOpenHashMap<InputIdentity> carried = new Object2IntOpenHashMap<>();
    private int carriers;

    public AwaitedInputs(int coordinator, int parallelism, InputSpread spread, boolean keyed) {
        this.coordinator = coordinator;
        this.parallelism = parallelism;
        this.spread = spread;
        this.keyed = keyed;
    }

    /** The coordinator that gets elements of this content where the input is spread by content. */
    public static int spread(long contentLow, int parallelism) {
        return (int) Long.remainderUnsigned(contentLow, parallelism);
    }

    /** The input was logged, and may be given again. */
    public void add(InputIdentity input) {
        if (keyed) {
            counts.put(input, 1);
        } else if (owner(input) == coordinator) {
            counts.addTo(input, 1);
        }
    }

    /** A part's first segment after the restored snapshot carries these over. */
    public void addCarried(List<InputIdentity> inputs) {
        carriers++;
        inputs.forEach(input -> carried.addTo(input, 1));
    }

    /** All parts have been read. */
    public void endCarried() {
        for (Object2IntMap.Entry<InputIdentity> entry : carried.object2IntEntrySet()) {
            int count = keyed ? (entry.getIntValue() == carriers ? 1 : 0) : entry.getIntValue();
            for (int i = 0; i < count; i++) {
                add(entry.getKey());
            }
        }
        carried.clear();
        carriers = 0;
    }

    public boolean isEmpty() {
        return counts.isEmpty();
    }

    /** Whether the element was logged: then it must not be executed again. */
    public boolean claim(InputIdentity input) {
        int count = counts.getInt(input);
        if (count == 0) {
            return false;
        }
        if (count == 1) {
            counts.removeInt(input);
        } else {
            counts.put(input, count - 1);
        }
        return true;
    }

    private int owner(InputIdentity input) {
        return spread == InputSpread.SINGLE ? 0 : spread(input.contentLow(), parallelism);
    }

    /** What this coordinator carries over. */
    public List<InputIdentity> carriedOver() {
        List<InputIdentity> all = new ArrayList<>();
        for (Object2IntMap.Entry<InputIdentity> entry : counts.object2IntEntrySet()) {
            for (int i = 0; i < entry.getIntValue(); i++) {
                all.add(entry.getKey());
            }
        }
        return all;
    }
}
