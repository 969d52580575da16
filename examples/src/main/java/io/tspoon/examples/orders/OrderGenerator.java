/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.messages.JsonText;

import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates orders of random customers for random items from up to three warehouses. Every
 * hundredth order repeats the one before it, as if its message had been sent twice; every five
 * hundredth message is malformed. A message depends only on its number and the seed, so it is the
 * same if it is generated again after a failure. Change the generated load here.
 */
final class OrderGenerator implements GeneratorFunction<Long, String> {
    private static final long serialVersionUID = 1L;

    static final List<String> WAREHOUSES = List.of("Basel", "Genoa", "Lyon", "Porto");
    static final int ITEMS = 25;

    private static final int CUSTOMERS = 400;
    private static final int MOST_PIECES = 5;
    private static final int MOST_LINES = 3;
    private static final long CENTS_BY_ITEM = 75;
    private static final int SENT_TWICE = 100;
    private static final int MALFORMED = 500;

    private final long seed;
    private transient @Nullable JsonText json;

    OrderGenerator(long seed) {
        this.seed = seed;
    }

    @Override
    public String map(Long number) {
        if (number % MALFORMED == MALFORMED - 1) {
            return "{\"number\":\"o" + number + "\",\"lines\":[]}";
        }
        JsonText writer = json;
        if (writer == null) {
            writer = new JsonText();
            json = writer;
        }
        return writer.write(order(number % SENT_TWICE == SENT_TWICE / 2 ? number - 1 : number));
    }

    private Order order(long number) {
        SplittableRandom random = new SplittableRandom(seed * 31 + number);
        List<OrderLine> lines = new ArrayList<>();
        int count = 1 + random.nextInt(MOST_LINES);
        for (int line = 0; line < count; line++) {
            // Some items are in greater demand than others.
            int item = 1 + Math.min(random.nextInt(ITEMS), random.nextInt(ITEMS));
            lines.add(
                    new OrderLine(
                            WAREHOUSES.get(random.nextInt(WAREHOUSES.size())),
                            "item-" + item,
                            1 + random.nextInt(MOST_PIECES),
                            item * CENTS_BY_ITEM));
        }
        return new Order("o" + number, "c" + random.nextInt(CUSTOMERS), lines);
    }
}
