/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.ElementsFunction;
import io.tspoon.api.StateSpec;
import io.tspoon.api.StatefulFunction;
import io.tspoon.api.TransactionalStream;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/** An application over tables: each event accesses some records, each of them by one function. */
abstract class TableApplication implements Application, StatefulFunction<Cell, Access, Answer> {
    /** Records of each table, unless the application says otherwise. */
    static final int RECORDS = 10_000;

    private static final long serialVersionUID = 1L;

    /** Asks for the record; of no application. */
    private static final int QUESTION = -1;

    private static final long VERIFIED_EVENTS = 20_000;

    private final ArrayList<Table> tables;

    TableApplication(List<Table> tables) {
        this.tables = new ArrayList<>(tables);
    }

    /** What an event accesses: at least one record, none of them twice. */
    abstract List<Access> accesses(SplittableRandom random, long start);

    /** Records of each table. */
    int records() {
        return RECORDS;
    }

    final List<Table> tables() {
        return tables;
    }

    /** What an access may do. */
    AccessMode mode(Access access) {
        return AccessMode.UPDATE;
    }

    /** Whether an access may abort its transaction. */
    boolean mayAbort(Access access) {
        return false;
    }

    @Override
    public abstract void apply(
            ValueAccess<Cell> value, Access access, StateContext<Answer> transaction);

    /** The record of a key; each has one. */
    static Cell cell(ValueAccess<Cell> value) {
        return Objects.requireNonNull(value.get());
    }

    final List<Access> accesses(Tick tick) {
        if (Questions.isQuestion(tick)) {
            int table = Questions.index(tick) / records();
            int key = Questions.index(tick) % records();
            return List.of(new Access(table, key, QUESTION, 0, 0, true, tick.start()));
        }
        return accesses(new SplittableRandom(tick.number()), tick.start());
    }

    @Override
    public final long verifiedEvents() {
        return VERIFIED_EVENTS;
    }

    @Override
    public final DataStream<TransactionResult<Answer>> transactions(
            TransactionalStream<Tick> events) {
        ElementsFunction<Tick, Access> split = this::accesses;
        TransactionalStream<Access> accesses = events.flatMap(split, Access.TYPE);
        TransactionalStream<Answer> answers = answers(accesses, 0);
        for (int table = 1; table < tables.size(); table++) {
            answers = answers.union(answers(accesses, table));
        }
        return answers.closeTransaction();
    }

    private TransactionalStream<Answer> answers(TransactionalStream<Access> accesses, int index) {
        Table table = tables.get(index);
        StateSpec<Integer, Cell> spec =
                StateSpec.named(table.name(), Types.INT, Cell.TYPE).initialValue(table.initial());
        TransactionalStream<Access> own =
                tables.size() == 1 ? accesses : accesses.filter(one -> one.table() == index);
        return own.keyBy(Access::key, Types.INT)
                .failsOnlyIf(access -> !isQuestion(access) && mayAbort(access))
                .apply(
                        spec,
                        access -> isQuestion(access) ? AccessMode.UPDATE : mode(access),
                        this::answerOrApply,
                        Answer.TYPE);
    }

    static boolean isQuestion(Access access) {
        return access.operation() == QUESTION;
    }

    private void answerOrApply(
            ValueAccess<Cell> value, Access access, StateContext<Answer> transaction) {
        if (isQuestion(access)) {
            value.set(cell(value));
            transaction.emit(new Answer(0, access.start()));
        } else {
            apply(value, access, transaction);
        }
    }

    @Override
    public final void plain(DataStream<Tick> events, String meter, boolean timed) {
        DataStream<Access> accesses =
                events.<Access>flatMap((tick, out) -> accesses(tick).forEach(out::collect))
                        .returns(Access.TYPE);
        for (int index = 0; index < tables.size(); index++) {
            int table = index;
            DataStream<Access> own =
                    tables.size() == 1 ? accesses : accesses.filter(one -> one.table() == table);
            own.keyBy(Access::key, Types.INT)
                    .process(new PlainAccess(tables.get(index), this))
                    .returns(Answer.TYPE)
                    .sinkTo(new CountingSink<>(meter, Answer.counter(timed)));
        }
    }

    @Override
    public final long questions() {
        return (long) tables.size() * records();
    }

    /** Whether the application itself aborts events. */
    abstract boolean mayAbort();

    /**
     * Records that an event accesses.
     *
     * @param <E> why they cannot be had
     */
    interface Records<E extends Exception> {
        Cell get(Access access) throws E;

        void put(Access access, Cell cell) throws E;
    }

    /**
     * Executes an event that nothing comes between.
     *
     * @return the sum of what its accesses say; {@link Answer#REJECTED} if nothing was written
     */
    final <E extends Exception> long execute(List<Access> accesses, Records<E> records) throws E {
        Cell[] written = new Cell[accesses.size()];
        long answer = 0;
        for (int i = 0; i < written.length; i++) {
            Access access = accesses.get(i);
            Value<Cell> value = new Value<>(records.get(access));
            try {
                apply(value, access, value);
            } catch (Value.Rejected rejected) {
                return Answer.REJECTED;
            }
            answer += value.answer();
            written[i] = value.written();
        }
        for (int i = 0; i < written.length; i++) {
            if (written[i] != null) {
                records.put(accesses.get(i), written[i]);
            }
        }
        return answer;
    }

    @Override
    public final Oracle oracle() {
        Map<String, Cell> cells = new HashMap<>();
        return number -> {
            Map<String, Object> updates = new HashMap<>();
            Records<RuntimeException> records =
                    new Records<>() {
                        @Override
                        public Cell get(Access access) {
                            Cell present = cells.get(name(access));
                            return present == null ? table(access).initial() : present;
                        }

                        @Override
                        public void put(Access access, Cell cell) {
                            cells.put(name(access), cell);
                            updates.put(name(access), cell);
                        }

                        private String name(Access access) {
                            return Oracle.name(table(access).name(), access.key());
                        }
                    };
            return Oracle.Expected.of(execute(accesses(new Tick(number, 0)), records), updates);
        };
    }

    private Table table(Access access) {
        return tables.get(access.table());
    }
}
