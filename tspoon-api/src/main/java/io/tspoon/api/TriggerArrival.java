/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.Procedure;
import io.tspoon.runtime.plan.GraphSettings;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.Optional;

/**
 * What transactions trigger. No stream of Flink brings it to the coordinators.
 *
 * @param environment of the job
 * @param spec the entrance
 */
record TriggerArrival<T>(StreamExecutionEnvironment environment, TriggerSpec<T> spec)
        implements RequestArrival<T> {
    @Override
    public String entrance() {
        return spec.name();
    }

    @Override
    public TypeInformation<T> type() {
        return spec.type();
    }

    @Override
    public void check(GraphSettings settings, boolean kryoAllowed) {
        GraphTypes.checkSerializable(
                environment, settings.graph(), spec.name() + " triggers", spec.type(), kryoAllowed);
    }

    @Override
    public Optional<Procedure> procedure() {
        return Optional.empty();
    }
}
