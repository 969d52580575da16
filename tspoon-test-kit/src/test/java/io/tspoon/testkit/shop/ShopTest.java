/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit.shop;

import io.tspoon.testkit.FakeContext;
import io.tspoon.testkit.FakeValue;
import io.tspoon.testkit.SerialRun;
import io.tspoon.testkit.shop.Purchase.Booking;
import io.tspoon.testkit.shop.Purchase.Item;
import io.tspoon.testkit.shop.Purchase.Revenue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.Map;

import static io.tspoon.testkit.shop.Shop.ACCOUNT;
import static io.tspoon.testkit.shop.Shop.COUPON;
import static io.tspoon.testkit.shop.Shop.FEES;
import static io.tspoon.testkit.shop.Shop.PLACED;
import static io.tspoon.testkit.shop.Shop.SHELF;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ShopTest {
    private final SerialRun<Revenue> shop =
            SerialRun.of(Purchase.class, Shop::sell)
                    .given(ACCOUNT, "ann", 1_000L)
                    .given(SHELF, Map.of("pens", 10L, "ink", 2L))
                    .given(COUPON, "TEN", 10);

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void purchaseMovesGoodsAndMoney() {
        shop.when(Purchase.of("1", "", new Item("pens", 5, 100), new Item("ink", 1, 200)))
                .expectCommitted()
                .expectEmitted(new Revenue("mill", 679))
                .expect(SHELF, "pens", 5L)
                .expect(SHELF, "ink", 1L)
                .expect(ACCOUNT, "ann", 300L)
                .expect(ACCOUNT, "mill", 679L)
                .expect(ACCOUNT, FEES, 21L);
    }

    @Test
    void couponIsUsedOnce() {
        shop.when(Purchase.of("1", "TEN", new Item("pens", 1, 100)))
                .expectEmitted(new Revenue("mill", 88))
                .expectNone(COUPON, "TEN")
                .when(Purchase.of("2", "TEN", new Item("pens", 1, 100)))
                .expectAborted("no such coupon")
                .expect(SHELF, "pens", 9L);
    }

    @Test
    void couponIsKeptIfTheGoodsAreNotThere() {
        shop.when(Purchase.of("1", "TEN", new Item("pens", 1, 1), new Item("ink", 3, 1)))
                .expectAborted("enough on the shelf")
                .expectEmitted()
                .expect(COUPON, "TEN", 10)
                .expect(SHELF, "pens", 10L)
                .expect(ACCOUNT, "ann", 1_000L)
                .expectNone(PLACED, "1");
    }

    @Test
    void whatIsOrderedTwiceIsSoldOnce() {
        Purchase purchase = Purchase.of("1", "", new Item("pens", 1, 100));

        shop.when(purchase)
                .expectCommitted()
                .when(purchase)
                .expectAborted("placed already")
                .expect(SHELF, "pens", 9L);
    }

    @Test
    void nobodyIsOverdrawn() {
        shop.when(Purchase.of("1", "", new Item("pens", 10, 101)))
                .expectAborted("not enough money")
                .expect(SHELF, "pens", 10L);
    }

    @Test
    void nothingIsNotSold() {
        shop.when(Purchase.of("1", "")).expectAborted("nothing is bought");
    }

    /** One function alone. */
    @Test
    void revenueIsWhatIsEarned() {
        FakeValue<Long> money = FakeValue.of(ACCOUNT, 5L);
        FakeContext<Revenue> transaction = new FakeContext<>();

        Shop.book(money, new Booking("mill", 7, true), transaction);
        assertThat(money.value()).isEqualTo(12);
        assertThat(transaction.emitted()).containsExactly(new Revenue("mill", 7));

        assertThatThrownBy(() -> Shop.book(money, new Booking("mill", -13, false), transaction))
                .hasMessageContaining("not enough money");
        assertThat(money.value()).isEqualTo(12);
    }
}
