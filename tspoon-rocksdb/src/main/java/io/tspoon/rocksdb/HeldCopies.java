/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which copies of a job's files are held: those that its newest complete checkpoints name, as many
 * as Flink retains and one more, whether all of them could be copied or not. So obsolete copies
 * leave their room even if what is new has none, or cannot be read.
 *
 * <p>Files are deleted by the copying thread and under no lock: the thread of a task says that a
 * checkpoint is complete.
 */
final class HeldCopies {
    private final List<KeptStore> stores;
    private final String group;
    private final int checkpoints;
    private final long beganMs;
    private final TreeSet<Long> complete = new TreeSet<>();
    private final TreeMap<Long, Set<String>> held = new TreeMap<>();
    private Set<String> current = Set.of();
    private boolean ended;

    /**
     * @param stores of the process
     * @param group of all that is copied for the job
     * @param retained how many checkpoints Flink retains
     * @param beganMs when the first instance of the job has begun here
     */
    HeldCopies(List<KeptStore> stores, String group, int retained, long beganMs) {
        this.stores = List.copyOf(stores);
        this.group = group;
        this.checkpoints = retained + 1;
        this.beganMs = beganMs;
    }

    /** A checkpoint is complete. The next {@link #hold} deletes what is needed no more. */
    synchronized void complete(long checkpoint) {
        complete.add(checkpoint);
        if (complete.size() > checkpoints) {
            complete.pollFirst();
        }
    }

    /**
     * Holds what a checkpoint names before anything of it is fetched, so that nobody deletes what
     * is here, and then makes room: what no needed checkpoint names is deleted.
     *
     * @return whether it is held; it is not once the job has ended here
     */
    boolean hold(Set<String> names) {
        stores.forEach(each -> each.hold(names));
        Collection<String> needless;
        boolean isHeld;
        boolean isFollowed;
        synchronized (this) {
            isHeld = !ended;
            needless = isHeld ? replaceCurrent(names) : names;
            isFollowed = isHeld && complete.size() == checkpoints;
        }
        release(needless);
        if (isFollowed) {
            stores.forEach(each -> each.releaseRetired(group, beganMs));
        }
        return isHeld;
    }

    private List<String> replaceCurrent(Set<String> names) {
        List<String> needless = new ArrayList<>(current);
        current = names;
        if (complete.size() == checkpoints) {
            Collection<Set<String>> old = held.headMap(complete.first()).values();
            old.forEach(needless::addAll);
            old.clear();
        }
        return needless;
    }

    private void release(Collection<String> names) {
        assert !Thread.holdsLock(this) : "a task waits";
        stores.forEach(each -> each.release(names));
    }

    /**
     * What was held last stays as long as its checkpoint is needed. Without this it goes with the
     * next {@link #hold}.
     */
    synchronized void keep(long checkpoint) {
        if (!ended) {
            held.put(checkpoint, current);
            current = Set.of();
        }
    }

    /** The job has ended here: what is held stays for those that come next. */
    synchronized void end() {
        ended = true;
        List<String> names = new ArrayList<>(current);
        held.values().forEach(names::addAll);
        stores.forEach(each -> each.retire(group, names));
    }
}
