/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.examples.messages.Message;
import io.tspoon.testkit.SerialRun;
import io.tspoon.transaction.LeafElement;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.tspoon.examples.shop.ShopGraph.BALANCES;
import static io.tspoon.examples.shop.ShopGraph.COUPONS;
import static io.tspoon.examples.shop.ShopGraph.PRICES;
import static io.tspoon.examples.shop.ShopGraph.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

/** The rules of the shop, one command after the other. */
class ShopGraphTest {
    private static final Place PENS = new Place("Basel", "pen");
    private static final Place INK = new Place("Lyon", "ink");
    private static final Account ALICE = Account.wallet("alice");

    /** 10 pens at 1.00 and 2 of ink at 5.00. */
    private static final String LINES =
            """
            [{"warehouse":"Basel","item":"pen","quantity":10,"priceCents":100},\
            {"warehouse":"Lyon","item":"ink","quantity":2,"priceCents":500}]\
            """;

    private static final String ORDER = order("o1", "alice", "", LINES);
    private static final String WITH_COUPON = order("o1", "alice", "\"coupon\":\"TEN\",", LINES);

    private final SerialRun<LeafElement<Record>> shop =
            SerialRun.of(Incoming.class, ShopGraph::execute);

    @BeforeEach
    void fillTheShop() {
        shop.given(PRICES, "pen", 100L)
                .given(PRICES, "ink", 500L)
                .given(STOCK, PENS, 50L)
                .given(STOCK, INK, 2L)
                .given(BALANCES, ALICE, 2_000L);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void orderTakesStockAndMoneyAtOnce() {
        shop.when(message(ORDER))
                .expectCommitted()
                .expect(STOCK, PENS, 40L)
                .expect(STOCK, INK, 0L)
                .expect(BALANCES, ALICE, 0L)
                .expect(BALANCES, Account.merchant("m1"), 1_940L)
                .expect(BALANCES, Account.fees(), 60L);
    }

    @Test
    void ifOneWarehouseLacksOnePieceNothingHappens() {
        shop.given(STOCK, INK, 1L)
                .when(message(ORDER))
                .expectAborted("stock is not negative")
                .expect(STOCK, PENS, 50L)
                .expect(BALANCES, ALICE, 2_000L);
        assertThat(shop.result().input(Incoming.class).text()).isEqualTo(ORDER);
    }

    @Test
    void whoLacksMoneyGetsNothing() {
        shop.given(BALANCES, ALICE, 1_999L)
                .when(message(ORDER))
                .expectAborted("balance is not negative")
                .expect(STOCK, PENS, 50L);
    }

    @Test
    void couponIsUsedOnceAndStaysUnusedIfTheOrderFails() {
        shop.when(message(command("coupon", "{\"code\":\"TEN\",\"percent\":10,\"validUntil\":9}")))
                .given(STOCK, INK, 1L)
                .when(message(WITH_COUPON))
                .expectAborted("stock is not negative")
                .expect(COUPONS, "TEN", new IssuedCoupon(10, 9, null))
                .given(STOCK, INK, 2L)
                .when(message(WITH_COUPON))
                .expectCommitted()
                .expect(BALANCES, ALICE, 200L)
                .when(message(order("o2", "alice", "\"coupon\":\"TEN\",", LINES)))
                .expectAborted("coupon was used");
    }

    @Test
    void couponExpiresByTheTimeOfTheOrder() {
        shop.given(COUPONS, "TEN", new IssuedCoupon(10, 4, null))
                .when(message(WITH_COUPON))
                .expectAborted("coupon has expired")
                .given(COUPONS, "TEN", new IssuedCoupon(10, 5, null))
                .when(message(WITH_COUPON))
                .expectCommitted();
    }

    @Test
    void refundGivesEverythingBackOnce() {
        String refund = command("refund", "{\"number\":\"o1\",\"customer\":\"alice\"}");
        shop.when(message(refund))
                .expectAborted("order is unknown")
                .when(message(ORDER), message(refund))
                .expectCommitted()
                .expect(STOCK, PENS, 50L)
                .expect(BALANCES, ALICE, 2_000L)
                .expect(BALANCES, Account.merchant("m1"), 0L)
                .expect(BALANCES, Account.fees(), 0L)
                .when(message(refund))
                .expectAborted("order was refunded");
    }

    @Test
    void ordersThatComeTwiceAreExecutedOnce() {
        shop.given(STOCK, INK, 4L)
                .given(BALANCES, ALICE, 4_000L)
                .when(message(ORDER))
                .expectCommitted()
                .when(message(ORDER))
                .expectAborted("order number was used");
    }

    @Test
    void priceIsTheOneThatTheCustomerHasSeen() {
        shop.when(message(command("price", "{\"item\":\"ink\",\"cents\":501}")))
                .expectCommitted()
                .when(message(ORDER))
                .expectAborted("price has changed");
    }

    @Test
    void deliveriesAndTopUpsComeIn() {
        shop.when(
                        message(
                                command(
                                        "delivery",
                                        "{\"warehouse\":\"Lyon\",\"item\":\"ink\",\"quantity\":7}")),
                        message(command("topUp", "{\"customer\":\"alice\",\"cents\":5}")))
                .expectCommitted()
                .expect(STOCK, INK, 9L)
                .expect(BALANCES, ALICE, 2_005L);
    }

    @Test
    void malformedMessageIsATransactionToo() {
        shop.when(message("nonsense"), message(command("order", "null")))
                .expectAborted(ShopGraph.MALFORMED);
    }

    private static String order(String number, String customer, String coupon, String lines) {
        return command(
                "order",
                String.format(
                        "{\"number\":\"%s\",\"customer\":\"%s\",%s\"merchant\":\"m1\",\"lines\":%s}",
                        number, customer, coupon, lines));
    }

    private static String command(String kind, String json) {
        return "{\"id\":\"k1\",\"time\":5,\"" + kind + "\":" + json + "}";
    }

    private static Incoming message(String text) {
        CommandParser parser = new CommandParser();
        parser.open(null);
        return parser.map(new Message("here", text, ""));
    }
}
