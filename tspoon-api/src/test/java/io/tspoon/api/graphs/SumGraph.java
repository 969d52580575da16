/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Numbers;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** The smallest t-graph, for tests that look at the vertices of a job. */
final class SumGraph {
    private SumGraph() {}

    /** A t-graph with one transaction for each number. */
    static DataStream<Long> sum(String graph, DataStream<Long> numbers) {
        return sum(
                TransactionalGraph.named(graph)
                        .openTransaction(numbers, number -> Long.toString(number)),
                graph + "-sums");
    }

    /** Adds numbers up in one state; others may read what it gives. */
    static DataStream<Long> sum(TransactionalStream<Long> numbers, String state) {
        DataStream<Long> sums =
                numbers.keyBy(number -> number % 10)
                        .update(Numbers.sums(state), Long::sum)
                        .closeTransaction()
                        .map(result -> 1L)
                        .returns(Types.LONG);
        sums.sinkTo(new DiscardingSink<>());
        return sums;
    }
}
