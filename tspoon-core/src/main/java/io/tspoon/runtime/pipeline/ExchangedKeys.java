/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Some keys, in the order in which they were added. Few keys, which is usual, need no index. */
final class ExchangedKeys {
    private static final int FEW = 8;

    private final List<ExchangedKey> all = new ArrayList<>(2);

    /** Null while there are few. */
    private @Nullable Map<Place, ExchangedKey> index;

    private record Place(int operator, Object key) {}

    List<ExchangedKey> all() {
        return all;
    }

    void add(ExchangedKey key) {
        all.add(key);
        Map<Place, ExchangedKey> known = index;
        if (known == null && all.size() > FEW) {
            known = new HashMap<>();
            index = known;
            for (ExchangedKey one : all) {
                known.put(placeOf(one), one);
            }
        } else if (known != null) {
            known.put(placeOf(key), key);
        }
    }

    private static Place placeOf(ExchangedKey key) {
        return new Place(key.role.operator(), key.key);
    }

    /** The key of a state; null if it is not among these. */
    @Nullable ExchangedKey find(int operator, Object key) {
        if (index != null) {
            return index.get(new Place(operator, key));
        }
        for (int i = 0; i < all.size(); i++) {
            ExchangedKey one = all.get(i);
            if (one.role.operator() == operator && one.key.equals(key)) {
                return one;
            }
        }
        return null;
    }
}
