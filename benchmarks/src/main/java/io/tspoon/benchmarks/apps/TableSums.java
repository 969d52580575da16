/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import java.util.ArrayList;
import java.util.List;

/** Events that add something to records: which of them were committed says what is left. */
final class TableSums implements FinalState {
    private final TableApplication application;
    private final Found found;
    private final List<Sum[]> tables = new ArrayList<>();

    TableSums(TableApplication application, Found found) {
        this.application = application;
        this.found = found;
        for (Table table : application.tables()) {
            Sum[] sums = new Sum[application.records()];
            for (int key = 0; key < sums.length; key++) {
                sums[key] = new Sum(table.initial());
            }
            tables.add(sums);
        }
    }

    @Override
    public void add(long number, boolean committed) {
        if (!committed) {
            return;
        }
        for (Access access : application.accesses(new Tick(number, 0))) {
            application.add(access, tables.get(access.table())[access.key()]);
        }
    }

    @Override
    public void check() {
        for (int index = 0; index < tables.size(); index++) {
            Sum[] sums = tables.get(index);
            String table = application.tables().get(index).name();
            for (int key = 0; key < sums.length; key++) {
                String name = Oracle.name(table, key);
                if (!(found.values().get(name) instanceof Cell cell && sums[key].allows(cell))) {
                    throw found.differs(name, sums[key]);
                }
            }
        }
    }
}
