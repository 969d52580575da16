/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import java.util.List;
import java.util.SplittableRandom;

/**
 * SL, Streaming Ledger: half of the events put something on an account and on an asset, half move
 * something from a pair of account and asset to another pair, if both hold enough.
 */
final class StreamingLedger extends TableApplication {
    private static final long serialVersionUID = 1L;
    private static final int RECORD_BYTES = 100;
    private static final int ACCOUNTS = 0;
    private static final int ASSETS = 1;
    private static final int MOST = 100;

    private final Zipf zipf;

    StreamingLedger(double skew) {
        super(
                List.of(
                        new Table("accounts", RECORD_BYTES, MOST, 0),
                        new Table("assets", RECORD_BYTES, MOST, 0)));
        zipf = new Zipf(RECORDS, skew);
    }

    @Override
    List<Access> accesses(SplittableRandom random, long start) {
        long money = 1L + random.nextInt(MOST);
        long goods = 1L + random.nextInt(MOST);
        if (random.nextBoolean()) {
            return List.of(
                    new Access(ACCOUNTS, zipf.draw(random), 0, money, 0, true, start),
                    new Access(ASSETS, zipf.draw(random), 0, goods, 0, false, start));
        }
        int[] accounts = zipf.draw(random, 2);
        int[] assets = zipf.draw(random, 2);
        return List.of(
                new Access(ACCOUNTS, accounts[0], 0, -money, 0, true, start),
                new Access(ASSETS, assets[0], 0, -goods, 0, false, start),
                new Access(ACCOUNTS, accounts[1], 0, money, 0, false, start),
                new Access(ASSETS, assets[1], 0, goods, 0, false, start));
    }

    @Override
    boolean mayAbort() {
        return true;
    }

    @Override
    boolean mayAbort(Access access) {
        return access.x() < 0;
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        return new TableSums(this, found, StreamingLedger::add);
    }

    private static void add(Access access, ExpectedCell record) {
        record.add(access.x(), 0);
    }

    @Override
    public void apply(ValueAccess<Cell> value, Access access, StateContext<Answer> transaction) {
        Cell before = cell(value);
        long after = before.x() + access.x();
        if (after < 0) {
            transaction.abort("not enough", "key", access.key());
        }
        value.set(before.with(after, 0));
        transaction.emit(new Answer(after, access.start()));
    }
}
