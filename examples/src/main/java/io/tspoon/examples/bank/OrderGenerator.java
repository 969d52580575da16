/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

import java.util.SplittableRandom;

/**
 * Makes orders between random accounts {@code 1} to {@code n}. An order depends on its number and
 * the seed alone, so that it is the same when it is made again after a failure.
 */
final class OrderGenerator implements GeneratorFunction<Long, PaymentOrder> {
    private static final long serialVersionUID = 1L;
    private static final long LARGEST_AMOUNT = 500_00;

    private final int accounts;
    private final long seed;

    OrderGenerator(int accounts, long seed) {
        this.accounts = accounts;
        this.seed = seed;
    }

    @Override
    public PaymentOrder map(Long number) {
        SplittableRandom random = new SplittableRandom(seed * 31 + number);
        int payer = random.nextInt(accounts);
        int payee = (payer + 1 + random.nextInt(accounts - 1)) % accounts;
        return new PaymentOrder(
                "g" + number,
                Integer.toString(payer + 1),
                Integer.toString(payee + 1),
                1 + random.nextLong(LARGEST_AMOUNT),
                0);
    }
}
