/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * News in the order of ids. They come nearly in that order and are forgotten in that order, so a
 * list serves: they are inserted near its end.
 */
final class NewsList {
    private final List<News> news = new ArrayList<>();

    /** How many at the front of the list are forgotten. */
    private int forgotten;

    int size() {
        return news.size() - forgotten;
    }

    News get(int index) {
        return news.get(forgotten + index);
    }

    /** The number of news with a lower id. */
    int below(long id) {
        int low = forgotten;
        int high = news.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (news.get(middle).id < id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - forgotten;
    }

    @Nullable News find(long id) {
        int index = below(id);
        return index < size() && get(index).id == id ? get(index) : null;
    }

    void add(News added) {
        news.add(forgotten + below(added.id), added);
    }

    /** Forgets those with an id up to this one. */
    void forget(long upTo) {
        forgotten += below(upTo + 1);
        if (2 * forgotten >= news.size()) {
            news.subList(0, forgotten).clear();
            forgotten = 0;
        }
    }
}
