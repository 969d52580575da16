/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.transaction.BatchElement;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sorts what a batch has emitted by the elements from which it comes. */
final class BatchParts {
    private BatchParts() {}

    /**
     * The parts of a result, by element.
     *
     * @param numbers which element each of the emitted ones comes from; null if none was emitted
     */
    static <T> List<BatchElement<T>> sorted(
            List<String> keys, List<T> emitted, int @Nullable [] numbers) {
        List<List<T>> byElement = new ArrayList<>(keys.size());
        keys.forEach(key -> byElement.add(new ArrayList<>(1)));
        for (int i = 0; i < emitted.size(); i++) {
            byElement.get(numbers == null ? 0 : numbers[i]).add(emitted.get(i));
        }
        List<BatchElement<T>> parts = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            parts.add(new BatchElement<>(keys.get(i), List.copyOf(byElement.get(i))));
        }
        return parts;
    }

    /** What all elements have emitted, in their order. */
    static <T> List<T> emitted(List<BatchElement<T>> parts) {
        List<T> all = new ArrayList<>();
        parts.forEach(part -> all.addAll(part.emitted()));
        return all;
    }

    /**
     * The numbers with one more.
     *
     * @param count how many there are; null stands for as many that are 0
     */
    static int[] with(int @Nullable [] numbers, int count, int number) {
        int[] grown = numbers == null ? new int[Math.max(8, 2 * count)] : numbers;
        if (count == grown.length) {
            grown = Arrays.copyOf(grown, count * 2);
        }
        grown[count] = number;
        return grown;
    }
}
