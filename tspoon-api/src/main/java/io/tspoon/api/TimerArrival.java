/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.Procedure;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.TimerPlan;
import io.tspoon.runtime.timer.DueTimer;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.Optional;

/**
 * Timers that are due. No stream of Flink brings them to the coordinators.
 *
 * @param environment of the job
 * @param type of the elements
 */
record TimerArrival(StreamExecutionEnvironment environment, TypeInformation<DueTimer> type)
        implements RequestArrival<DueTimer> {
    @Override
    public String entrance() {
        return TimerPlan.ENTRANCE;
    }

    /** What sets timers was checked. */
    @Override
    public void check(GraphSettings settings, boolean kryoAllowed) {}

    @Override
    public Optional<Procedure> procedure() {
        return Optional.empty();
    }
}
