/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Takes the steps of a world in every order. A world cannot be copied, so each order is repeated
 * from the beginning; what leads to a state that is known is not followed any further.
 */
final class EveryOrder {
    private EveryOrder() {}

    /** Something that goes on step by step. */
    interface World {
        /** How many steps may come next; none at the end. */
        int choices();

        /** Takes one of them, from 0 on. */
        void take(int choice);

        /** All that decides what may come. */
        String state();

        /** Called at the end. */
        void checkEnd();
    }

    /**
     * @return number of different states
     */
    static int explore(Supplier<? extends World> begin) {
        Set<String> known = new HashSet<>();
        Deque<List<Integer>> open = new ArrayDeque<>();
        open.add(List.of());
        while (!open.isEmpty()) {
            List<Integer> order = open.removeLast();
            World world = begin.get();
            try {
                order.forEach(world::take);
                if (known.add(world.state())) {
                    int choices = world.choices();
                    if (choices == 0) {
                        world.checkEnd();
                    }
                    for (int i = choices - 1; i >= 0; i--) {
                        List<Integer> longer = new ArrayList<>(order);
                        longer.add(i);
                        open.add(longer);
                    }
                }
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + ", in the order " + world, e);
            }
        }
        return known.size();
    }
}
