/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;

import java.io.Serializable;

/** What is done for each event; what an event is about follows from its number alone. */
interface Application extends Serializable {
    /** Every event as a transaction. */
    DataStream<TransactionResult<Answer>> transactions(TransactionalStream<Tick> events);

    /**
     * The same without tspoon.
     *
     * @param meter name of the meter that the sink counts on
     * @param timed whether latencies are recorded
     */
    void plain(DataStream<Tick> events, String meter, boolean timed);

    /**
     * Whether {@link #plain} executes one event after the other, in their order: then it is checked
     * as transactions at PL4 are.
     */
    default boolean isPlainSerial() {
        return false;
    }

    /** As {@link #plain}, where that is serial, and keeps what was {@link Executed}. */
    default void plainKept(DataStream<Tick> events, String meter) {
        throw new UnsupportedOperationException("Cannot check program: it promises nothing");
    }

    /** The same, one event after the other, from the beginning. */
    Oracle oracle();

    /** What is checked: the same with more conflicts, where it has few. */
    default Application verified() {
        return this;
    }

    /** How many events are checked. */
    long verifiedEvents();

    /** How many questions there are, see {@link Questions}. */
    long questions();

    /** What must be found when they are answered. */
    FinalState finalState(FinalState.Found found);
}
