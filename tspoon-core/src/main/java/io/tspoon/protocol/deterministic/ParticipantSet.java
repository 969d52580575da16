/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

/** Some of the participants of a t-graph, which are numbered from 0. */
final class ParticipantSet {
    private final long[] words;

    /**
     * @param participants number of participants of the t-graph
     */
    ParticipantSet(int participants) {
        words = new long[(participants + Long.SIZE - 1) / Long.SIZE];
    }

    void add(int participant) {
        words[participant >>> 6] |= 1L << participant;
    }

    void remove(int participant) {
        words[participant >>> 6] &= ~(1L << participant);
    }

    boolean contains(int participant) {
        return (words[participant >>> 6] >>> participant & 1) != 0;
    }

    boolean isEmpty() {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    /** The number of participants that are in this set, in the other one, or in both. */
    int sizeWith(ParticipantSet other) {
        int size = 0;
        for (int i = 0; i < words.length; i++) {
            size += Long.bitCount(words[i] | other.words[i]);
        }
        return size;
    }

    void addAll(ParticipantSet other) {
        for (int i = 0; i < words.length; i++) {
            words[i] |= other.words[i];
        }
    }
}
