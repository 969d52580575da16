/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * GS, Grep and Sum: an event reads ten records and gives their sum, or it writes a figure of its
 * own to ten.
 */
final class GrepSum extends TableApplication {
    private static final long serialVersionUID = 1L;
    private static final int RECORD_BYTES = 128;
    private static final int KEYS = 10;
    private static final int READ = 0;
    private static final int WRITE = 1;

    /** So that the sum of ten figures is no overflow. */
    private static final int FIGURE_SHIFT = 8;

    private final Zipf zipf;
    private final double readShare;

    GrepSum(double readShare, double skew) {
        super(List.of(new Table("records", RECORD_BYTES, 0, 0)));
        this.readShare = readShare;
        this.zipf = new Zipf(RECORDS, skew);
    }

    @Override
    List<Access> accesses(SplittableRandom random, long start) {
        int operation = random.nextDouble() < readShare ? READ : WRITE;
        long x = operation == WRITE ? random.nextLong() >>> FIGURE_SHIFT : 0;
        List<Access> accesses = new ArrayList<>(KEYS);
        for (int key : zipf.draw(random, KEYS)) {
            accesses.add(new Access(0, key, operation, x, 0, accesses.isEmpty(), start));
        }
        return accesses;
    }

    @Override
    AccessMode mode(Access access) {
        return access.operation() == READ ? AccessMode.READ : AccessMode.WRITE;
    }

    @Override
    boolean mayAbort() {
        return false;
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        return new LastWrites(this, found);
    }

    @Override
    public void apply(ValueAccess<Cell> value, Access access, StateContext<Answer> transaction) {
        if (access.operation() == READ) {
            transaction.emit(new Answer(cell(value).x(), access.start()));
        } else {
            value.set(Cell.ofSize(RECORD_BYTES, access.x(), 0));
            transaction.emit(new Answer(0, access.start()));
        }
    }
}
