/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.index;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

class IndexRangeTest {
    private static final List<String> TEXTS =
            List.of("", "a", "a\uffff", "a\uffff\uffff", "aa", "ab", "b", "\uffff", "\uffffa");

    @Test
    void prefixesAreThoseOfTexts() {
        for (String prefix : TEXTS) {
            for (String text : TEXTS) {
                assertThat(contains(List.of(IndexRange.prefix(prefix)), text))
                        .as(text + " in prefix " + prefix)
                        .isEqualTo(text.startsWith(prefix));
            }
            assertThat(contains(List.of(IndexRange.prefix(prefix)), 7L)).isFalse();
        }
    }

    @Test
    void comparisonsKeepToTheirType() {
        IndexRange below = IndexRange.below(5L, false);

        assertThat(contains(List.of(below), 4L)).isTrue();
        assertThat(contains(List.of(below), 5L)).isFalse();
        assertThat(contains(List.of(below), true)).isFalse();
        assertThat(contains(List.of(below), IndexOrder.NOTHING)).isFalse();
        assertThat(contains(List.of(IndexRange.above(5L, true)), "a")).isFalse();
    }

    @Test
    void unionsAndIntersectionsHaveWhatTheirPartsHave() {
        Random random = new Random(5);
        for (int round = 0; round < 2_000; round++) {
            List<IndexRange> ranges = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                ranges.add(range(random));
            }
            List<IndexRange> union = IndexRange.union(ranges);
            IndexRange both = ranges.get(0).and(ranges.get(ranges.size() - 1));
            for (long number = -1; number < 9; number++) {
                boolean any = false;
                for (IndexRange one : ranges) {
                    any |= contains(List.of(one), number);
                }
                assertThat(count(union, number))
                        .as(number + " in " + ranges)
                        .isEqualTo(any ? 1 : 0);
                assertThat(contains(List.of(both), number))
                        .isEqualTo(
                                contains(List.of(ranges.get(0)), number)
                                        && contains(
                                                List.of(ranges.get(ranges.size() - 1)), number));
            }
        }
    }

    @Test
    void intersectionsOfListsHaveWhatBothHave() {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            List<IndexRange> one = union(random);
            List<IndexRange> other = union(random);
            List<IndexRange> both = IndexRange.intersection(one, other);
            for (long number = -1; number < 13; number++) {
                assertThat(count(both, number))
                        .as(number + " in " + one + " and " + other)
                        .isEqualTo(contains(one, number) && contains(other, number) ? 1 : 0);
            }
        }
    }

    private static List<IndexRange> union(Random random) {
        List<IndexRange> ranges = new ArrayList<>();
        for (int i = 0; i < random.nextInt(5); i++) {
            ranges.add(range(random));
        }
        return IndexRange.union(ranges);
    }

    private static IndexRange range(Random random) {
        long from = random.nextInt(8);
        return new IndexRange(
                from, random.nextBoolean(), from + random.nextInt(4), random.nextBoolean());
    }

    @Test
    void numbersAreOrderedByValueWhateverTheirClasses() {
        assertThat(IndexOrder.compare(1L, new BigDecimal("1.00"))).isZero();
        assertThat(IndexOrder.compare(0.0, -0.0)).isZero();
        assertThat(IndexOrder.compare(0.1, new BigDecimal("0.1"))).isZero();
        assertThat(
                        IndexOrder.compare(
                                Long.MAX_VALUE,
                                BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE)))
                .isNegative();
        assertThat(IndexOrder.compare(2, 10L)).isNegative();
    }

    @Test
    void partsHaveTheFormOfTheirJson() {
        Instant time = Instant.parse("2026-01-02T03:04:05Z");
        assertThat(IndexKind.INSTANT.form(time.atOffset(ZoneOffset.ofHours(3)))).isEqualTo(time);
        assertThat(IndexKind.FLOATING.form(Double.NaN)).isEqualTo("NaN");
        assertThat(IndexKind.FLOATING.form(0.1f)).isEqualTo(0.1);
        assertThat(IndexKind.TEXT.form(null)).isSameAs(IndexOrder.NOTHING);
        assertThat(IndexKind.of(Object.class)).isNull();
        assertThat(IndexKind.of(IndexKind.class)).isEqualTo(IndexKind.NAME);
    }

    private static boolean contains(List<IndexRange> ranges, Object part) {
        return count(ranges, part) > 0;
    }

    private static int count(List<IndexRange> ranges, Object part) {
        int count = 0;
        for (IndexRange range : ranges) {
            SortedEntries<String> one = new SortedEntries<>();
            one.add(part, "it");
            int[] found = new int[1];
            one.visit(
                    range,
                    false,
                    null,
                    (visited, name) -> {
                        found[0]++;
                        return true;
                    });
            count += found[0];
        }
        return count;
    }
}
