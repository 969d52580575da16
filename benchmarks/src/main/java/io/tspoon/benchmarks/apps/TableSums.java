/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Events that add something to records: which of them were committed says what is left. */
final class TableSums implements FinalState {
    private final TableApplication application;
    private final Found found;
    private final BiConsumer<Access, ExpectedCell> effect;
    private final List<ExpectedCell[]> tables = new ArrayList<>();

    /**
     * @param effect adds what an access does to its record
     */
    TableSums(TableApplication application, Found found, BiConsumer<Access, ExpectedCell> effect) {
        this.application = application;
        this.found = found;
        this.effect = effect;
        for (Table table : application.tables()) {
            ExpectedCell[] cells = new ExpectedCell[application.records()];
            for (int key = 0; key < cells.length; key++) {
                cells[key] = new ExpectedCell(table.initial());
            }
            tables.add(cells);
        }
    }

    @Override
    public void add(long number, boolean committed) {
        if (!committed) {
            if (!application.mayAbort()) {
                throw found.failure().apply("what cannot abort was not committed, event=" + number);
            }
            return;
        }
        for (Access access : application.accesses(new Tick(number, 0))) {
            effect.accept(access, tables.get(access.table())[access.key()]);
        }
    }

    @Override
    public void check() {
        for (int index = 0; index < tables.size(); index++) {
            ExpectedCell[] cells = tables.get(index);
            String table = application.tables().get(index).name();
            for (int key = 0; key < cells.length; key++) {
                String name = Oracle.name(table, key);
                if (!(found.values().get(name) instanceof Cell cell && cells[key].allows(cell))) {
                    throw found.differs(name, cells[key]);
                }
            }
        }
    }
}
