/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.call.Changes;
import io.tspoon.call.Procedure;
import io.tspoon.call.WritableState;
import io.tspoon.runtime.plan.GraphSettings;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;

import java.util.List;
import java.util.Optional;

/**
 * What others write into states from outside. It comes into a t-graph like calls of a procedure.
 *
 * @param environment of the job
 * @param states those that may be written
 * @param emitted type of the elements with which the t-graph is closed
 */
record WriteArrival(
        StreamExecutionEnvironment environment,
        List<WritableState> states,
        TypeInformation<?> emitted)
        implements RequestArrival<Row> {
    @Override
    public String entrance() {
        return Procedure.TRANSACT;
    }

    @Override
    public TypeInformation<Row> type() {
        return ValueTypes.of(Changes.type(states));
    }

    /** The states were checked. */
    @Override
    public void check(GraphSettings settings, boolean kryoAllowed) {}

    @Override
    public Optional<Procedure> procedure() {
        return Optional.of(Procedure.transact(states, emitted));
    }
}
