/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

import java.util.SplittableRandom;

/**
 * Generates orders between random accounts {@code 1} to {@code n}. An order depends only on its
 * number and the seed, so it is the same if it is generated again after a failure. Change the
 * generated load here.
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
                Account.here(Integer.toString(payer + 1)),
                Account.here(Integer.toString(payee + 1)),
                1 + random.nextLong(LARGEST_AMOUNT),
                0);
    }
}
