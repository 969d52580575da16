/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.cli.WrongUseException;
import io.tspoon.examples.messages.GeneratedMessages;

import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.jspecify.annotations.Nullable;

/**
 * How to generate orders.
 *
 * @param rate orders per second; 0 for no limit
 * @param count number of orders; {@link Long#MAX_VALUE} for no end
 */
record GeneratedOrders(double rate, long count, int accounts, long seed) {

    /** The settings from the options; null if orders are read instead. */
    static @Nullable GeneratedOrders of(BankOptions options) {
        if (options.rate == null) {
            if (options.count != null || options.seconds != null) {
                throw new WrongUseException(
                        "Cannot stop early: --count and --seconds are for generated orders."
                                + " Add --generate, or leave them out.");
            }
            return null;
        }
        double rate = options.rate;
        if (options.input != null) {
            throw new WrongUseException(
                    "Cannot both read and generate orders: --input and --generate exclude each"
                            + " other. Leave one out.");
        }
        if (!(rate >= 0) || Double.isInfinite(rate)) {
            throw new WrongUseException(
                    "Cannot generate orders: the rate is no number from 0, --generate="
                            + rate
                            + ". Give orders a second, or 0 for no limit.");
        }
        if (options.accounts < 2) {
            throw new WrongUseException(
                    "Cannot generate orders: an order needs two accounts, --accounts="
                            + options.accounts
                            + ". Give 2 or more.");
        }
        return new GeneratedOrders(rate, count(options, rate), options.accounts, options.seed);
    }

    /** Makes the order with a given number. */
    GeneratorFunction<Long, PaymentOrder> orders() {
        return new OrderGenerator(accounts, seed);
    }

    /** The same orders as JSON messages. */
    GeneratedMessages messages() {
        GeneratorFunction<Long, PaymentOrder> orders = orders();
        return new GeneratedMessages(
                number -> JsonOrderParser.text(orders.map(number)), count, rate);
    }

    private static long count(BankOptions options, double rate) {
        long count = options.count == null ? Long.MAX_VALUE : options.count;
        if (options.seconds != null) {
            if (rate == 0) {
                throw new WrongUseException(
                        "Cannot tell how many orders to generate: --seconds needs a rate, and"
                                + " --generate=0 has none. Use --count instead.");
            }
            count = Math.min(count, Math.round(rate * options.seconds));
        }
        if (count < 1) {
            throw new WrongUseException(
                    "Cannot generate orders: there would be none, orders="
                            + count
                            + ". Raise --count or --seconds.");
        }
        return count;
    }
}
