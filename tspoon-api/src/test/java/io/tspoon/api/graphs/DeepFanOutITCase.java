/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.stream.LongStream;

import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A bill of materials: each level has many parts, of which one is itself made of as many. So the
 * share of the weight that the lowest parts get is far below one unit of it.
 */
class DeepFanOutITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    /**
     * @param id among the parts of its level
     * @param kit whether it consists of parts
     */
    public record Part(long id, boolean kit) {}

    /** With 2,000 parts, six levels would use up a weight of 2^62. */
    @ParameterizedTest
    @CsvSource({"LOCK_BASED, 2, 9, 2000", "TIMESTAMP_BASED, 2, 9, 2000", "LOCK_BASED, 1, 45, 5"})
    void partsOfPartsAreOneTransaction(
            ConcurrencyControl control, int parallelism, int levels, long fanOut) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(parallelism);
        TransactionalStream<Part> stream =
                TransactionalGraph.named("parts")
                        .concurrencyControl(control)
                        .openTransaction(
                                environment.fromData(
                                        new Part(0, true), new Part(1, true), new Part(2, false)));
        for (int level = 0; level < levels; level++) {
            stream =
                    stream.keyBy(Part::id)
                            .apply(
                                    sums("level" + level),
                                    (count, part, transaction) -> {
                                        count.set(count.get() + 1);
                                        if (part.kit()) {
                                            LongStream.range(0, fanOut)
                                                    .mapToObj(id -> new Part(id, id == fanOut / 2))
                                                    .forEach(transaction::emit);
                                        }
                                    },
                                    Part.class);
        }

        List<TransactionResult<Part>> results = EmbeddedFlink.collect(stream.closeTransaction());

        assertThat(results)
                .hasSize(3)
                .allMatch(TransactionResult::isCommitted)
                .extracting(result -> (long) result.updates().size())
                .containsExactlyInAnyOrder(
                        1 + (levels - 1) * fanOut, 1 + (levels - 1) * fanOut, 1L);
        assertThat(results)
                .extracting(result -> (long) result.emitted().size())
                .containsExactlyInAnyOrder(fanOut, fanOut, 0L);
    }
}
