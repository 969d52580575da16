/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ValueAccess;

import java.util.function.Consumer;

/**
 * An element on its way through the states of a {@link Workload}.
 *
 * <p>What it does at a state depends on the number of its transaction; at which key it does it
 * depends on what it read or wrote at the state before. Every value that is written is a hash of
 * all that it may depend on, so that it tells who wrote it, and nothing that went wrong before is
 * ever covered up later.
 *
 * @param number of the transaction
 * @param last the value that was read or written last
 * @param lane differs between elements of one transaction that reach one state by different ways,
 *     so that they have different keys there and may come in any order
 * @param audit whether this reads the key that {@code last} says at each state, and does no more
 * @param keptKey key of the access before, with which the next state is accessed, too; -1 if it is
 *     not
 * @param trace all accesses so far, see {@link Seen}
 */
public record Visit(long number, long last, int lane, boolean audit, long keptKey, String trace) {
    private static final long NONE = -1;
    private static final long LANE = 1_000;
    private static final int KINDS = 16;

    /** What an element does at a state. */
    enum Kind {
        READ(AccessMode.READ),
        WRITE(AccessMode.WRITE),
        DELETE(AccessMode.WRITE),
        UPDATE(AccessMode.UPDATE),
        INSERT(AccessMode.UPDATE);

        private final AccessMode mode;

        Kind(AccessMode mode) {
            this.mode = mode;
        }
    }

    /** The element with which a transaction enters. */
    static Visit first(long number) {
        return new Visit(number, mix(number), 0, false, NONE, "");
    }

    /** The element that looks at one key of every state. */
    static Visit audit(long number, long key) {
        return new Visit(number, key, 0, true, NONE, "");
    }

    /** The element on one of several ways. */
    Visit onWay(int way, int ways) {
        return new Visit(number, last, lane * ways + way, audit, keptKey, trace);
    }

    long key(int keys) {
        return keptKey == NONE ? last % keys + LANE * lane : keptKey;
    }

    /** The element on the way to another state of a key. */
    Visit keeping(long key) {
        return new Visit(number, last, lane, audit, key, trace);
    }

    AccessMode mode(int state) {
        return kind(state).mode;
    }

    private Kind kind(int state) {
        if (audit) {
            return Kind.READ;
        }
        return switch ((int) (hash(state, 7) % KINDS)) {
            case 0, 1, 2, 3, 4 -> Kind.READ;
            case 5, 6, 7 -> Kind.WRITE;
            case 8 -> Kind.DELETE;
            case 9 -> Kind.INSERT;
            default -> Kind.UPDATE;
        };
    }

    /**
     * Accesses a state and goes on.
     *
     * @param abort must not return
     */
    Visit access(int state, long key, ValueAccess<Long> value, Consumer<String> abort) {
        Kind kind = kind(state);
        long before = Seen.NOTHING;
        long after = Seen.NOTHING;
        switch (kind) {
            case READ -> before = orNothing(value.get());
            case WRITE -> {
                after = hash(state, 0);
                value.set(after);
            }
            case DELETE -> value.delete();
            case UPDATE -> {
                before = orNothing(value.get());
                after = hash(state, before);
                value.set(after);
            }
            case INSERT -> {
                if (value.exists()) {
                    abort.accept("key exists");
                }
                after = hash(state, 0);
                value.set(after);
            }
        }
        Seen seen = new Seen(state, key, kind, before, after);
        return new Visit(number, nextLast(before, after), lane, audit, NONE, trace + seen.text());
    }

    private long nextLast(long before, long after) {
        if (audit || (before == Seen.NOTHING && after == Seen.NOTHING)) {
            return last;
        }
        return after == Seen.NOTHING ? before : after;
    }

    private static long orNothing(Long value) {
        return value == null ? Seen.NOTHING : value;
    }

    /** Never negative. */
    private long hash(int state, long salt) {
        return mix(mix(number) + 31L * state + 1_009L * lane + mix(salt));
    }

    /** The finalizer of SplittableRandom, without the sign. */
    static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (z ^ (z >>> 31)) >>> 1;
    }
}
