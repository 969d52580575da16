/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

import static org.assertj.core.api.Assertions.assertThat;

/** The ring behaves as a sorted map with a sorted set of marks, while it turns and grows. */
class TransactionRingTest {
    private final TransactionRing<String, Long, String> ring = new TransactionRing<>();

    @Test
    void findsAndMarksAsASortedMapDoes() {
        SplittableRandom random = new SplittableRandom(7);
        TreeMap<Long, JudgedTransaction<String, Long, String>> all = new TreeMap<>();
        TreeSet<Long> marked = new TreeSet<>();
        long id = 0;
        for (int step = 0; step < 50_000; step++) {
            int choice = random.nextInt(step < 20_000 ? 8 : 10);
            if (choice < 4 || all.isEmpty()) {
                id += 1 + random.nextInt(3);
                all.put(id, ring.add(id, 0, 0, 0));
            } else if (choice < 6) {
                Long chosen = all.ceilingKey(all.firstKey() + random.nextInt(1 + all.size()));
                if (chosen != null) {
                    ring.mark(all.get(chosen));
                    marked.add(chosen);
                }
            } else if (choice == 6 && !marked.isEmpty()) {
                ring.unmark(all.get(marked.pollFirst()));
            } else if (!marked.contains(all.firstKey())) {
                assertThat(ring.head()).isSameAs(all.pollFirstEntry().getValue());
                ring.removeHead();
            }
            assertThat(ring.size()).isEqualTo(all.size());
            JudgedTransaction<String, Long, String> first = ring.firstMarked();
            assertThat(first == null ? null : (Long) first.id)
                    .isEqualTo(marked.isEmpty() ? null : marked.first());
        }
        List<Long> unknown = new ArrayList<>();
        for (long sought = all.firstKey() - 3; sought < id + 3; sought++) {
            assertThat(ring.find(sought)).isSameAs(all.get(sought));
            if (!all.containsKey(sought)) {
                unknown.add(sought);
            }
        }
        assertThat(unknown).isNotEmpty();
    }
}
