/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.index;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

class SortedEntriesTest {
    /** A name with few hash codes, so that many share one. */
    private record Name(int number) {
        @Override
        public int hashCode() {
            return number % 3 == 0 ? Integer.MIN_VALUE : number % 5;
        }
    }

    private record Pair(Object part, Name name) {}

    private final SortedEntries<Name> entries = new SortedEntries<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void itHasWhatASetOfPairsHas(long seed) {
        Random random = new Random(seed);
        Set<Pair> expected = new HashSet<>();
        for (int step = 0; step < 3_000; step++) {
            Pair pair = new Pair(part(random), new Name(random.nextInt(30)));
            if (random.nextInt(3) > 0) {
                assertThat(entries.add(pair.part, pair.name)).isEqualTo(expected.add(pair));
            } else {
                assertThat(entries.remove(pair.part, pair.name)).isEqualTo(expected.remove(pair));
            }
            assertThat(entries.size()).isEqualTo(expected.size());
            if (step % 10 == 0) {
                IndexRange range = range(random);
                boolean descending = random.nextBoolean();
                assertThat(found(range, descending, random))
                        .as("seed " + seed + ", step " + step + ", " + range)
                        .containsExactlyElementsOf(expected(expected, range, descending));
            }
        }
        for (Pair pair : expected) {
            entries.remove(pair.part, pair.name);
        }
        assertThat(entries.bytes()).isZero();
    }

    /** Parts in order, in parts of random length, with changes elsewhere in between. */
    private List<Object> found(IndexRange range, boolean descending, Random random) {
        List<Object> parts = new ArrayList<>();
        Set<Pair> seen = new HashSet<>();
        IndexPosition position = null;
        do {
            int most = 1 + random.nextInt(4);
            int[] left = {most};
            position =
                    entries.visit(
                            range,
                            descending,
                            position,
                            (part, name) -> {
                                assertThat(seen.add(new Pair(part, name))).isTrue();
                                parts.add(part);
                                return --left[0] > 0;
                            });
        } while (position != null);
        return parts;
    }

    private static List<Object> expected(Set<Pair> pairs, IndexRange range, boolean descending) {
        Comparator<Object> order = IndexOrder::compare;
        List<Object> parts = new ArrayList<>();
        for (Pair pair : pairs) {
            int from = order.compare(pair.part, range.from());
            int to = order.compare(pair.part, range.to());
            if ((from > 0 || (from == 0 && range.withFrom()))
                    && (to < 0 || (to == 0 && range.withTo()))) {
                parts.add(pair.part);
            }
        }
        parts.sort(order);
        if (descending) {
            Collections.reverse(parts);
        }
        return parts;
    }

    private static Object part(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> IndexOrder.NOTHING;
            case 1 -> random.nextBoolean();
            case 2, 3, 4 -> (long) random.nextInt(10);
            default -> String.valueOf((char) ('a' + random.nextInt(4))).repeat(random.nextInt(3));
        };
    }

    private static IndexRange range(Random random) {
        Object part = part(random);
        if (part == IndexOrder.NOTHING) {
            return random.nextBoolean() ? IndexRange.ALL : IndexRange.only(part);
        }
        if (part instanceof String text && random.nextBoolean()) {
            return IndexRange.prefix(text);
        }
        return switch (random.nextInt(3)) {
            case 0 -> IndexRange.only(part);
            case 1 -> IndexRange.below(part, random.nextBoolean());
            default -> IndexRange.above(part, random.nextBoolean());
        };
    }

    /** What is between two visits may change all around. */
    @Test
    void aPositionStaysWhereItIsWhateverChanges() {
        for (int i = 0; i < 10; i++) {
            entries.add((long) i, new Name(1));
        }
        List<Object> seen = new ArrayList<>();
        IndexPosition position = visitOne(null, seen);
        entries.remove(0L, new Name(1));
        entries.remove(1L, new Name(1));
        entries.add(-1L, new Name(1));
        position = visitOne(position, seen);
        entries.add(2L, new Name(1));
        visitOne(position, seen);

        assertThat(seen).containsExactly(0L, 2L, 3L);
    }

    private @Nullable IndexPosition visitOne(@Nullable IndexPosition from, List<Object> seen) {
        return entries.visit(
                IndexRange.ALL,
                false,
                from,
                (part, name) -> {
                    seen.add(part);
                    return false;
                });
    }

    /** With the part, and without the key, which the state has anyway. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEntryTakesLittleMemory(boolean texts) {
        int number = 400_000;
        List<Long> keys = new ArrayList<>();
        for (long key = 0; key < number; key++) {
            keys.add(key + 1_000);
        }
        SortedEntries<Long> many = new SortedEntries<>();
        long before = usedBytes();
        for (int i = 0; i < number; i++) {
            Object part = texts ? "owner-" + i / 10 : (Object) (1_000L + i);
            many.add(part, keys.get(i));
        }
        double bytes = (usedBytes() - before) / (double) number;

        assertThat(bytes).isBetween(40.0, 120.0);
        assertThat(many.bytes() / (double) many.size()).isBetween(bytes - 25, bytes + 25);
        System.out.println("Bytes of an entry: " + bytes + ", texts=" + texts);
    }

    private static long usedBytes() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }
}
