/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.TransactionalStream;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * An application over tables whose plain program is one operator without parallelism: its events
 * are atomic and in order, as there is but one thread.
 *
 * @param application says what an event comes to
 */
record SerialApplication(TableApplication application) implements Application {
    @Override
    public DataStream<TransactionResult<Answer>> transactions(TransactionalStream<Tick> events) {
        return application.transactions(events);
    }

    @Override
    public void plain(DataStream<Tick> events, String meter, boolean timed) {
        add(events, meter, false, timed ? Answer.counter(true) : SerialLeaderboard::count);
    }

    @Override
    public boolean isPlainSerial() {
        return true;
    }

    @Override
    public void plainKept(DataStream<Tick> events, String meter) {
        add(events, meter, true, SerialLeaderboard::count);
    }

    private void add(
            DataStream<Tick> events,
            String meter,
            boolean kept,
            CountingSink.Counter<Answer> counter) {
        SingleOutputStreamOperator<Answer> answers =
                events.keyBy(tick -> 0, Types.INT)
                        .process(new SerialTables(application, meter, kept))
                        .returns(Answer.TYPE)
                        .setParallelism(1);
        answers.sinkTo(new CountingSink<>(meter, counter)).setParallelism(1);
    }

    @Override
    public Oracle oracle() {
        return application.oracle();
    }

    @Override
    public long verifiedEvents() {
        return application.verifiedEvents();
    }

    @Override
    public long questions() {
        return application.questions();
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        return application.finalState(found);
    }
}
