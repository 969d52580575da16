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
 * new. Each is owned by one coordinator, which carries it over to the next segments until it came.
 * Where an element may come back to any coordinator, all of them know all; then identities must be
 * unique, and the owner is told when one came to another coordinator. Else it comes back to its
 * owner.
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

    public AwaitedInputs(int coordinator, int parallelism, InputSpread spread) {
        this.coordinator = coordinator;
        this.parallelism = parallelism;
        this.spread = spread;
    }

    /** The coordinator that gets elements of this content where the input is spread by content. */
    public static int spread(long contentLow, int parallelism) {
        return (int) Long.remainderUnsigned(contentLow, parallelism);
    }

    /** The input was logged, and may be given again. */
    public void add(InputIdentity input) {
        if (spread == InputSpread.ANY || owner(input) == coordinator) {
            counts.addTo(input, 1);
        }
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

    /** The coordinator that carries the input over. */
    public int owner(InputIdentity input) {
        if (spread == InputSpread.SINGLE) {
            return 0;
        }
        return input.key().isEmpty()
                ? spread(input.contentLow(), parallelism)
                : Math.floorMod(input.key().hashCode(), parallelism);
    }

    /** What this coordinator carries over. */
    public List<InputIdentity> owned() {
        List<InputIdentity> owned = new ArrayList<>();
        for (Object2IntMap.Entry<InputIdentity> entry : counts.object2IntEntrySet()) {
            if (owner(entry.getKey()) == coordinator) {
                for (int i = 0; i < entry.getIntValue(); i++) {
                    owned.add(entry.getKey());
                }
            }
        }
        return owned;
    }
}
