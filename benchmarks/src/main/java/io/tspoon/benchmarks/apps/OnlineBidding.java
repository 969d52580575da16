/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * OB, Online Bidding: a bid takes some of an item if its price is at least what is asked and there
 * is enough; "alter" sets the prices of 20 items, "top" adds to the quantities of 20. They come 6 :
 * 1 : 1. The figures of a record are price and quantity.
 */
final class OnlineBidding extends TableApplication {
    private static final long serialVersionUID = 1L;
    private static final int ALTER = 0;
    private static final int TOP = 1;
    private static final int BID = 2;
    private static final int PARTS = 8;
    private static final int ITEMS = 20;
    private static final int RECORD_BYTES = 50;
    private static final int FIRST_PRICE = 50;
    private static final int FIRST_QUANTITY = 20;
    private static final int MOST_PRICE = 100;
    private static final int MOST_QUANTITY = 10;

    private final Zipf zipf;

    OnlineBidding(double skew) {
        super(List.of(new Table("items", RECORD_BYTES, FIRST_PRICE, FIRST_QUANTITY)));
        zipf = new Zipf(RECORDS, skew);
    }

    @Override
    List<Access> accesses(SplittableRandom random, long start) {
        int operation = Math.min(random.nextInt(PARTS), BID);
        List<Access> accesses = new ArrayList<>(ITEMS);
        for (int item : zipf.draw(random, operation == BID ? 1 : ITEMS)) {
            accesses.add(access(random, item, operation, accesses.isEmpty(), start));
        }
        return accesses;
    }

    private static Access access(
            SplittableRandom random, int item, int operation, boolean first, long start) {
        long price = 1L + random.nextInt(MOST_PRICE);
        long quantity = 1L + random.nextInt(MOST_QUANTITY);
        return new Access(0, item, operation, price, quantity, first, start);
    }

    @Override
    boolean mayAbort() {
        return true;
    }

    @Override
    boolean mayAbort(Access access) {
        return access.operation() == BID;
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        return new TableSums(this, found, OnlineBidding::add);
    }

    private static void add(Access access, ExpectedCell record) {
        switch (access.operation()) {
            case ALTER -> record.write((int) access.x());
            case TOP -> record.add(0, access.y());
            default -> record.add(0, -access.y());
        }
    }

    @Override
    public void apply(ValueAccess<Cell> value, Access access, StateContext<Answer> transaction) {
        Cell before = cell(value);
        switch (access.operation()) {
            case ALTER -> value.set(before.with(access.x(), before.y()));
            case TOP -> value.set(before.with(before.x(), before.y() + access.y()));
            default -> {
                if (access.x() < before.x() || access.y() > before.y()) {
                    transaction.abort("bid is rejected", "item", access.key());
                }
                value.set(before.with(before.x(), before.y() - access.y()));
            }
        }
        transaction.emit(new Answer(before.x(), access.start()));
    }
}
