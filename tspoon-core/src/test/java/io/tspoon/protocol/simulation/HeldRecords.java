/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.access.RecordWrites;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/** What an access holds, and how it comes from there to the value of its key. */
interface HeldRecords {
    /** Gets an access ready that begins. */
    void prepare(FragmentAccess access, Message.Fragment fragment);

    /** What is held for the key of the access. */
    KeyRecord<Integer, Value> held(FragmentAccess access);

    /** What has the value of the key. */
    KeyRecord<Integer, Value> of(FragmentAccess access);

    /** The value as the attempt sees it. */
    @Nullable Value read(FragmentAccess access);

    /** Whether that is what an earlier access of the attempt has written. */
    boolean isOwn(FragmentAccess access);

    /** Writes; null deletes. */
    void write(FragmentAccess access, @Nullable Value value);

    /** The access votes for the commit. */
    void committing(FragmentAccess access);

    /** Each key is held by itself. */
    record PerKey(KeyStore store) implements HeldRecords {
        @Override
        public void prepare(FragmentAccess access, Message.Fragment fragment) {
            access.prepare(fragment, fragment.element().action().mode(), null);
        }

        @Override
        public KeyRecord<Integer, Value> held(FragmentAccess access) {
            return of(access);
        }

        @Override
        public KeyRecord<Integer, Value> of(FragmentAccess access) {
            return store.record(access.ofKey());
        }

        @Override
        public @Nullable Value read(FragmentAccess access) {
            return access.read();
        }

        @Override
        public boolean isOwn(FragmentAccess access) {
            return access.readsOwnWrite();
        }

        @Override
        public void write(FragmentAccess access, @Nullable Value value) {
            access.write(value);
        }

        @Override
        public void committing(FragmentAccess access) {}
    }

    /**
     * The keys of an instance are in two partitions, which are held. A partition is a record, too,
     * with a number below those of keys.
     */
    record InPartitions(
            KeyStore store, Participant<Integer, Value> participant, int instances, Fault fault)
            implements HeldRecords {
        @Override
        public void prepare(FragmentAccess access, Message.Fragment fragment) {
            access.prepare(fragment, AccessMode.UPDATE, new RecordWrites<>());
        }

        @Override
        public KeyRecord<Integer, Value> held(FragmentAccess access) {
            return store.record(-1 - partition(access.ofKey()));
        }

        private int partition(int key) {
            return key % (2 * instances);
        }

        @Override
        public KeyRecord<Integer, Value> of(FragmentAccess access) {
            int key = access.ofKey();
            boolean taken =
                    fault == Fault.INNER_VERSION_OF_OTHER_PARTITION && partition(key) >= instances;
            return store.record(taken ? key - instances : key);
        }

        @Override
        public @Nullable Value read(FragmentAccess access) {
            return participant.readWithin(access, of(access));
        }

        @Override
        public boolean isOwn(FragmentAccess access) {
            return participant.hasWrittenWithin(access, of(access));
        }

        @Override
        public void write(FragmentAccess access, @Nullable Value value) {
            Objects.requireNonNull(access.within()).put(of(access), value);
        }

        @Override
        public void committing(FragmentAccess access) {
            RecordWrites<Integer, Value> writes = Objects.requireNonNull(access.within());
            if (writes.size() > 0) {
                access.write(null);
                participant.holdWithin(access, writes);
                if (fault == Fault.EVICTS_TENTATIVE_INNER) {
                    store.forget(access.ofKey());
                }
            }
        }
    }
}
