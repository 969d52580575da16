/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A sequence of elements. Up to two elements, which is the most frequent case, need no list. */
final class Gathered<E> {
    private static final int EXPECTED = 8;

    private @Nullable E first;
    private @Nullable E second;

    /** All elements if there are more than two, or if null is among them. */
    private @Nullable List<E> all;

    void add(E element) {
        if (all == null && second == null && element != null) {
            if (first == null) {
                first = element;
            } else {
                second = element;
            }
            return;
        }
        if (all == null) {
            List<E> before = take();
            all = new ArrayList<>(EXPECTED);
            all.addAll(before);
        }
        all.add(element);
    }

    int size() {
        if (all != null) {
            return all.size();
        }
        return first == null ? 0 : second == null ? 1 : 2;
    }

    @Nullable E get(int index) {
        if (all != null) {
            return all.get(index);
        }
        return index == 0 ? first : second;
    }

    /** Replaces an element. */
    void set(int index, E element) {
        if (all != null) {
            all.set(index, element);
        } else if (index == 0) {
            first = element;
        } else {
            second = element;
        }
    }

    /** Removes and returns all elements, as a list that cannot be changed. */
    List<E> take() {
        List<E> taken = list();
        first = null;
        second = null;
        all = null;
        return taken;
    }

    private List<E> list() {
        if (all != null) {
            return Collections.unmodifiableList(all);
        }
        if (first == null) {
            return List.of();
        }
        return second == null ? List.of(first) : List.of(first, second);
    }
}
