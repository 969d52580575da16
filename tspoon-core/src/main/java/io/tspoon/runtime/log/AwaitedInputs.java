/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.InputIdentity;
import io.tspoon.runtime.plan.InputSpread;

import it.unimi.dsi.fastutil.Hash;
import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntMap;
import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;

/**
 * The inputs whose outcomes are in the log, but which the source has not delivered again yet. When
 * such an input arrives, it is dropped instead of executed a second time.
 *
 * <p>Confined to the mailbox thread of the open operator. Memory: {@link #MAX_KEPT} identities,
 * plus those logged since the checkpoint that the job was restored from.
 */
@Internal
public final class AwaitedInputs {
    /*
     * Without keys, equal identities are counted: if an identity was logged three times, the next
     * three elements with it are dropped and the fourth is new. Each input comes back to the
     * coordinator that owns it. That coordinator carries it over from segment to segment until it
     * has arrived.
     *
     * With keys, which are unique, an input may come back to any coordinator, and any coordinator
     * may end. So every coordinator knows and carries over all of them, and tells the others which
     * ones have arrived. An input that arrived before a barrier is missing from at least one
     * segment: that of the coordinator it came to. One that arrived after the barrier is in all of
     * them. So after a restore, exactly those inputs are awaited that all segments carry.
     *
     * A source that cannot replay never delivers its logged inputs again, so they pile up with each
     * recovery. Therefore the oldest ones beyond MAX_KEPT are forgotten at a checkpoint, once the
     * source has delivered more new inputs in a row than can have been in flight. By then it
     * repeats nothing any more, see newInARow().
     */

    /** This many identities are kept in any case, whatever the source delivers. */
    public static final int MAX_KEPT = 500_000;

    /** At least this many new inputs in a row are awaited, however few can be in flight. */
    public static final int LEAST_NEW_IN_A_ROW = 100_000;

    private final int coordinator;
    private final int parallelism;
    private final int maxInFlight;
    private final InputSpread spread;

    /**
     * Oldest first. Sparse, because most look-ups find nothing and each identity probed on the way
     * costs a cache miss.
     */
    private final Object2IntLinkedOpenHashMap<InputIdentity> counts =
            new Object2IntLinkedOpenHashMap<>(Hash.DEFAULT_INITIAL_SIZE, Hash.FAST_LOAD_FACTOR);

    private final boolean keyed;
    private final Object2IntLinkedOpenHashMap<InputIdentity> carried =
            new Object2IntLinkedOpenHashMap<>();
    private int carriers;

    /** Number of parts read: as many coordinators may have had inputs in flight. */
    private int parts;

    /** Counts equal identities separately. */
    private int size;

    /** New inputs in a row since the last awaited one. */
    private int newInputs;

    /**
     * @param coordinator index of this coordinator
     * @param parallelism number of coordinators
     * @param maxInFlight highest number of inputs in flight for each coordinator
     * @param spread which coordinator gets which input
     * @param keyed whether inputs are recognized by key
     */
    public AwaitedInputs(
            int coordinator, int parallelism, int maxInFlight, InputSpread spread, boolean keyed) {
        this.coordinator = coordinator;
        this.parallelism = parallelism;
        this.maxInFlight = maxInFlight;
        this.spread = spread;
        this.keyed = keyed;
    }

    /** Called before a part of the log is read. */
    public void beginPart() {
        parts++;
    }

    /**
     * Adds an input that was logged and that the source may deliver again.
     *
     * @return false if its key, which must be unique, is that of another input
     */
    public boolean add(InputIdentity input) {
        if (keyed) {
            boolean isNew = counts.put(input, 1) == 0;
            size += isNew ? 1 : 0;
            return isNew;
        }
        if (owner(input) == coordinator) {
            counts.addTo(input, 1);
            size++;
        }
        return true;
    }

    /** Adds the inputs that a part's first segment after the restored snapshot carries over. */
    public void addCarried(List<InputIdentity> inputs) {
        carriers++;
        inputs.forEach(input -> carried.addTo(input, 1));
    }

    /** Called when all parts have been read; merges what their segments carry over. */
    public void endCarried() {
        while (!carried.isEmpty()) {
            InputIdentity input = carried.lastKey();
            int times = carried.removeLastInt();
            int count = keyed ? (times == carriers ? 1 : 0) : times;
            if (count > 0 && (keyed || owner(input) == coordinator)) {
                int later = counts.getInt(input);
                int all = keyed ? 1 : later + count;
                counts.putAndMoveToFirst(input, all);
                size += all - later;
            }
        }
        carriers = 0;
    }

    public boolean isEmpty() {
        return counts.isEmpty();
    }

    /** Whether the element may come again. */
    boolean has(InputIdentity input) {
        return counts.containsKey(input);
    }

    /** Whether the element was logged already and must not be executed again. */
    public boolean claim(InputIdentity input) {
        int count = counts.getInt(input);
        if (count == 0) {
            newInputs += newInputs < Integer.MAX_VALUE ? 1 : 0;
            return false;
        }
        newInputs = 0;
        size--;
        if (count == 1) {
            counts.removeInt(input);
        } else {
            counts.put(input, count - 1);
        }
        return true;
    }

    /** What was looked up until now was in a snapshot; what follows comes from the source. */
    public void sourceBegins() {
        newInputs = 0;
    }

    public int size() {
        return size;
    }

    /**
     * So many new inputs in a row show that the source repeats nothing any more. The number exceeds
     * how many inputs can have been in flight, and so are missing from the log, when the previous
     * run ended. All of those may come to one coordinator before any awaited input does: with keys
     * because any coordinator may get them, without keys because the previous run may have had
     * another number of coordinators.
     */
    public int newInARow() {
        long inFlight = (long) Math.max(parallelism, parts) * maxInFlight;
        return (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST_NEW_IN_A_ROW, inFlight + 1));
    }

    /**
     * Forgets the oldest inputs beyond {@link #MAX_KEPT} if the source repeats nothing any more.
     *
     * @param waiting how many new inputs wait for others, as they may have done before the restore
     * @return how many were forgotten
     */
    public int forgetUnrepeated(int waiting) {
        return forgetUnrepeated(MAX_KEPT, waiting);
    }

    /** Like {@link #forgetUnrepeated(int)}, but keeps the given number. */
    public int forgetUnrepeated(int kept, int waiting) {
        int before = size;
        boolean repeatsNothing = newInputs >= (long) newInARow() + waiting;
        while (repeatsNothing && size > kept) {
            size -= counts.removeFirstInt();
        }
        return before - size;
    }

    private int owner(InputIdentity input) {
        return spread == InputSpread.SINGLE
                ? 0
                : InputSpread.coordinatorOf(input.contentLow(), parallelism);
    }

    /** The inputs that this coordinator carries over to its next segment. */
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
