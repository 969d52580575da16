/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sorts what a batch has emitted by the elements from which it comes. */
final class BatchParts {
    private BatchParts() {}

    /**
     * Why an element was rejected.
     *
     * @param place of the element in its batch
     */
    record Rejection(int place, AbortReason reason) {}

    /**
     * The parts of a result, by element.
     *
     * @param numbers which element each of the emitted ones comes from; null if none was emitted
     * @param rejections of elements, which have emitted nothing
     */
    static <T> List<BatchElement<T>> sorted(
            List<String> keys,
            List<T> emitted,
            int @Nullable [] numbers,
            List<Rejection> rejections) {
        int[] ends = new int[keys.size() + 1];
        for (int i = 0; i < emitted.size(); i++) {
            ends[numbers == null ? 1 : numbers[i] + 1]++;
        }
        for (int i = 1; i < ends.length; i++) {
            ends[i] += ends[i - 1];
        }
        int[] places = ends.clone();
        Object[] inOrder = new Object[emitted.size()];
        for (int i = 0; i < inOrder.length; i++) {
            inOrder[places[numbers == null ? 0 : numbers[i]]++] = emitted.get(i);
        }
        @SuppressWarnings("unchecked") // that is what was put there
        List<T> all = (List<T>) Arrays.asList(inOrder);
        List<BatchElement<T>> parts = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            parts.add(new BatchElement<>(keys.get(i), part(all, ends[i], ends[i + 1])));
        }
        for (Rejection one : rejections) {
            String key = keys.get(one.place());
            parts.set(one.place(), new BatchElement<>(key, List.of(), List.of(one.reason())));
        }
        return parts;
    }

    private static <T> List<T> part(List<T> all, int from, int to) {
        return to == from + 1 ? List.of(all.get(from)) : List.copyOf(all.subList(from, to));
    }

    /** What all elements have emitted, in their order. */
    static <T> List<T> emitted(List<BatchElement<T>> parts) {
        int size = 0;
        for (BatchElement<T> part : parts) {
            size += part.emitted().size();
        }
        List<T> all = new ArrayList<>(size);
        for (BatchElement<T> part : parts) {
            all.addAll(part.emitted());
        }
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
