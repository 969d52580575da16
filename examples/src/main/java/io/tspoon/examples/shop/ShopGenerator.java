/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.examples.messages.JsonText;

import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates prices, deliveries and wallets first, then orders of random customers, refunds, coupons
 * and top-ups, a second apart; now and then a malformed message. A message depends only on its
 * number and the seed, so it is the same if it is generated again after a failure. Change the
 * generated load here.
 */
final class ShopGenerator implements GeneratorFunction<Long, String> {
    private static final long serialVersionUID = 1L;

    private static final List<String> WAREHOUSES = List.of("Basel", "Genoa", "Lyon");
    private static final int ITEMS = 10;
    private static final int CUSTOMERS = 50;
    private static final int MERCHANTS = 5;
    private static final int PERCENT = 10;
    private static final long CENTS_BY_ITEM = 75;
    private static final long WALLET_CENTS = 200_00;
    private static final int PIECES = 100;

    /** One in so many commands. */
    private static final int COUPON_EVERY = 40;

    private static final int MALFORMED_EVERY = 500;
    private static final long MILLIS_APART = 1_000;
    private static final long COUPON_MILLIS = 30 * MILLIS_APART;

    private final long seed;
    private transient @Nullable JsonText json;

    ShopGenerator(long seed) {
        this.seed = seed;
    }

    @Override
    public String map(Long number) {
        if (number % MALFORMED_EVERY == MALFORMED_EVERY - 1) {
            return "{\"id\":\"k" + number + "\"}";
        }
        JsonText writer = json;
        if (writer == null) {
            writer = new JsonText();
            json = writer;
        }
        return writer.write(command(number));
    }

    private Command command(long number) {
        SplittableRandom random = new SplittableRandom(seed * 31 + number);
        int first = (int) Math.min(number, Integer.MAX_VALUE);
        if (first < ITEMS) {
            return price(number, first);
        }
        first -= ITEMS;
        if (first < ITEMS * WAREHOUSES.size()) {
            return delivery(number, first % ITEMS, WAREHOUSES.get(first / ITEMS));
        }
        first -= ITEMS * WAREHOUSES.size();
        if (first < CUSTOMERS) {
            return topUp(number, first);
        }
        if (number % COUPON_EVERY == 0) {
            Command.Coupon coupon =
                    new Command.Coupon(code(number), PERCENT, time(number) + COUPON_MILLIS);
            return new Command(id(number), time(number), null, null, coupon, null, null, null);
        }
        return switch (random.nextInt(20)) {
            case 0 -> refund(number, number - 1 - random.nextInt(10));
            case 1 -> topUp(number, random.nextInt(CUSTOMERS));
            case 2 ->
                    delivery(
                            number,
                            random.nextInt(ITEMS),
                            WAREHOUSES.get(random.nextInt(WAREHOUSES.size())));
            default -> order(number, random);
        };
    }

    private static Command price(long number, int item) {
        Command.Price price = new Command.Price(item(item), cents(item));
        return new Command(id(number), time(number), null, null, null, price, null, null);
    }

    private static Command delivery(long number, int item, String warehouse) {
        Command.Delivery delivery = new Command.Delivery(warehouse, item(item), PIECES);
        return new Command(id(number), time(number), null, null, null, null, delivery, null);
    }

    private static Command topUp(long number, int customer) {
        Command.TopUp topUp = new Command.TopUp(customer(customer), WALLET_CENTS);
        return new Command(id(number), time(number), null, null, null, null, null, topUp);
    }

    /** Of an order that there may be, by the customer whose it is if there is. */
    private Command refund(long number, long order) {
        SplittableRandom random = new SplittableRandom(seed * 31 + order);
        random.nextInt(20);
        Command.Refund refund =
                new Command.Refund("o" + order, customer(random.nextInt(CUSTOMERS)));
        return new Command(id(number), time(number), null, refund, null, null, null, null);
    }

    private static Command order(long number, SplittableRandom random) {
        String customer = customer(random.nextInt(CUSTOMERS));
        String merchant = "m" + random.nextInt(MERCHANTS);
        String coupon = random.nextInt(20) == 0 ? code(number / COUPON_EVERY * COUPON_EVERY) : null;
        Command.Order order =
                new Command.Order(
                        "o" + number,
                        customer,
                        merchant,
                        coupon,
                        List.of(line(random), line(random)));
        return new Command(id(number), time(number), order, null, null, null, null, null);
    }

    private static Command.Line line(SplittableRandom random) {
        int item = random.nextInt(ITEMS);
        return new Command.Line(
                WAREHOUSES.get(random.nextInt(WAREHOUSES.size())),
                item(item),
                1 + random.nextInt(3),
                cents(item));
    }

    private static String id(long number) {
        return "k" + number;
    }

    private static long time(long number) {
        return number * MILLIS_APART;
    }

    private static String customer(int number) {
        return "c" + number;
    }

    private static String item(int number) {
        return "item-" + number;
    }

    private static long cents(int item) {
        return (item + 1) * CENTS_BY_ITEM;
    }

    private static String code(long number) {
        return "SAVE" + number;
    }
}
