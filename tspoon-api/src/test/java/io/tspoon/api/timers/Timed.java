/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.timers;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.List;

/** Programs with timers, and the serial models of what they have to do. */
enum Timed {
    KEYS {
        @Override
        DataStream<TransactionResult<Long>> remind(
                TransactionalGraph graph, DataStream<Long> numbers) {
            return Reminders.remind(graph, numbers);
        }

        @Override
        void check(List<TransactionResult<Long>> results, long count) {
            Reminders.check(results, count);
        }
    },
    PARTITIONS {
        @Override
        DataStream<TransactionResult<Long>> remind(
                TransactionalGraph graph, DataStream<Long> numbers) {
            return Shows.remind(graph, numbers);
        }

        @Override
        void check(List<TransactionResult<Long>> results, long count) {
            Shows.check(results, count);
        }
    };

    abstract DataStream<TransactionResult<Long>> remind(
            TransactionalGraph graph, DataStream<Long> numbers);

    /**
     * Checks the results of a run.
     *
     * @param count of numbers, from 0
     */
    abstract void check(List<TransactionResult<Long>> results, long count);
}
