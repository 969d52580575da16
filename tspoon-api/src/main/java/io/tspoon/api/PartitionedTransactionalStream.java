/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A partitioned stream inside a t-graph, see {@link TransactionalStream#partitionBy}.
 *
 * @param <T> type of the elements
 * @param <P> type of the partitions
 */
@PublicEvolving
public final class PartitionedTransactionalStream<T, P> {
    private final GraphBuilder builder;
    private final PartitionedElements<T, P> elements;

    PartitionedTransactionalStream(GraphBuilder builder, PartitionedElements<T, P> elements) {
        this.builder = builder;
        this.elements = elements;
    }

    /**
     * Runs a function for each element that reads and writes any keys of the element's partition,
     * in several states.
     *
     * @param function reads, writes, deletes, emits, aborts
     * @param output class of the emitted elements, without type parameters
     * @param states all states and windows that the function comes to, each partitioned by what
     *     this stream is partitioned by. Those of one operator: between versions of the job, keep
     *     the first one first, by which the operator is named
     * @throws io.tspoon.transaction.InvalidGraphException if there is no state, if one is not
     *     partitioned, or by another type, if some of them are accessed apart from the others
     *     already, or if a window belongs to another procedure
     */
    public <O> ProcedureStream<O> procedure(
            PartitionProcedure<T, O> function, Class<O> output, PartitionedSpec... states) {
        builder.checkGiven(PartitionChecks.OPERATION, "result type", output);
        return procedure(function, ValueTypes.of(Objects.requireNonNull(output)), states);
    }

    /**
     * Like {@link #procedure(PartitionProcedure, Class, PartitionedSpec...)}, for types with
     * parameters.
     */
    public <O> ProcedureStream<O> procedure(
            PartitionProcedure<T, O> function,
            TypeInformation<O> output,
            PartitionedSpec... states) {
        return new ProcedureStream<>(
                builder, builder.procedure(elements, function, output, given(states)));
    }

    private List<PartitionedSpec> given(PartitionedSpec @Nullable [] states) {
        builder.checkGiven(PartitionChecks.OPERATION, "states", states);
        return Arrays.asList(Objects.requireNonNull(states));
    }
}
