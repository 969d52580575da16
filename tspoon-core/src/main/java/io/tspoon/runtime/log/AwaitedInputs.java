/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.InputIdentity;
import io.tspoon.runtime.plan.InputSpread;

import it.unimi.dsi.fastutil.Hash;
import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntMap;

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
 * <p>A source that cannot give inputs again leaves them here, more with each recovery. So the
 * oldest beyond {@link #MAX_KEPT} are forgotten at a checkpoint, once the source has given more new
 * inputs in a row than can have been in flight: it repeats nothing any more, see {@link
 * #newInARow}.
 *
 * <p>Confined to the mailbox thread of the open operator. Memory: {@link #MAX_KEPT} identities and
 * those logged since the checkpoint that the job was restored from.
 */
public final class AwaitedInputs {
    /** So many identities are kept, whatever the source gives. */
    public static final int MAX_KEPT = 500_000;

    /** So many new inputs in a row are waited for at least, however few can be in flight. */
    public static final int LEAST_NEW_IN_A_ROW = 100_000;

    private final int coordinator;
    private final int parallelism;
    private final int maxInFlight;
    private final InputSpread spread;

    /**
     * The oldest first. Sparse: most look-ups find nothing, and each identity on the way costs a
     * cache miss.
     */
    private final Object2IntLinkedOpenHashMap<InputIdentity> counts =
            new Object2IntLinkedOpenHashMap<>(Hash.DEFAULT_INITIAL_SIZE, Hash.FAST_LOAD_FACTOR);

    private final boolean keyed;
    private final Object2IntLinkedOpenHashMap<InputIdentity> carried =
            new Object2IntLinkedOpenHashMap<>();
    private int carriers;

    /** Parts of the log that were read: so many coordinators have had inputs in flight. */
    private int parts;

    /** Equal ones counted. */
    private int size;

    /** New inputs since the last one that was awaited. */
    private int newInputs;

    /**
     * @param coordinator index of this one
     * @param parallelism number of coordinators
     * @param maxInFlight how many transactions each of them has in flight at most
     * @param spread which coordinator gets which input
     * @param keyed whether inputs are known by key
     */
    public AwaitedInputs(
            int coordinator, int parallelism, int maxInFlight, InputSpread spread, boolean keyed) {
        this.coordinator = coordinator;
        this.parallelism = parallelism;
        this.maxInFlight = maxInFlight;
        this.spread = spread;
        this.keyed = keyed;
    }

    /** A part of the log is about to be read. */
    public void beginPart() {
        parts++;
    }

    /**
     * The input was logged, and may be given again.
     *
     * @return false if its key, which has to be unique, is that of another one
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

    /** A part's first segment after the restored snapshot carries these over. */
    public void addCarried(List<InputIdentity> inputs) {
        carriers++;
        inputs.forEach(input -> carried.addTo(input, 1));
    }

    /** All parts have been read. */
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

    /** Whether the element was logged: then it must not be executed again. */
    public boolean claim(InputIdentity input) {
        int count = counts.getInt(input);
        if (count == 0) {
            newInputs = Math.min(newInputs + 1, newInARow());
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

    /** How many inputs are awaited. */
    public int size() {
        return size;
    }

    /**
     * So many new inputs in a row tell that the source repeats nothing any more: more than can have
     * been in flight, and so not be logged, when the run before ended. All of those may come to one
     * coordinator before any other: with keys to any, without them to another one where the run
     * before had other coordinators.
     */
    public int newInARow() {
        int inFlight = Math.max(parallelism, parts) * maxInFlight;
        return Math.max(LEAST_NEW_IN_A_ROW, inFlight + 1);
    }

    /**
     * Forgets the oldest beyond {@link #MAX_KEPT}, if the source repeats nothing any more.
     *
     * @return how many were forgotten
     */
    public int forgetUnrepeated() {
        return forgetUnrepeated(MAX_KEPT);
    }

    /** As {@link #forgetUnrepeated()}, but keeps so many. */
    public int forgetUnrepeated(int kept) {
        int before = size;
        while (newInputs == newInARow() && size > kept) {
            size -= counts.removeFirstInt();
        }
        return before - size;
    }

    private int owner(InputIdentity input) {
        return spread == InputSpread.SINGLE
                ? 0
                : InputSpread.coordinatorOf(input.contentLow(), parallelism);
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
