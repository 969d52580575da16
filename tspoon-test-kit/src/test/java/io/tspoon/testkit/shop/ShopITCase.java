/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit.shop;

import io.tspoon.testkit.LocalJob;
import io.tspoon.testkit.SerialRun;
import io.tspoon.testkit.shop.Purchase.Item;
import io.tspoon.testkit.shop.Purchase.Revenue;
import io.tspoon.transaction.TransactionResult;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

class ShopITCase {
    /** The whole job; what it did is what a serial run does in the order of its timestamps. */
    @Test
    void jobIsSerializable() throws Exception {
        Map<String, Purchase> purchases = new HashMap<>();
        for (int number = 0; number < 200; number++) {
            String shelf = number % 3 == 0 ? "ink" : "pens";
            Purchase purchase =
                    new Purchase(
                            "" + number,
                            "customer" + number % 7,
                            "customer" + number % 5,
                            "",
                            List.of(new Item(shelf, number % 4 - 2, 10)));
            purchases.put(purchase.number(), purchase);
        }

        List<TransactionResult<Revenue>> results =
                LocalJob.collect(Shop.sell(LocalJob.environment(2).fromData(purchases.values())));

        assertThat(results).hasSize(purchases.size());
        assertThat(results).anyMatch(TransactionResult::isAborted);
        try (SerialRun<Revenue> serial = SerialRun.of(Purchase.class, Shop::sell)) {
            serial.replay(results, result -> purchases.get(result.key()));
        }
    }
}
