/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.Fallibility;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InitialValue;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.shape.RecordPerKey;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.WholeValue;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;

import java.util.List;

/** The first of two stateful operators: numbers, all of them with one key. */
public final class FirstOfTwo {
    /** The operator that it sends to. */
    static final int NEXT_STATE = 1;

    private FirstOfTwo() {}

    public static StateOperatorPlan<Long, Long, Long, Long> plan(
            IsolationLevel isolation,
            ConcurrencyControl control,
            AccessMode mode,
            AccessFunction<Long, Long, Long> function) {
        return plan(
                isolation,
                control,
                AccessModes.always(mode),
                function,
                toNext(LongSerializer.INSTANCE));
    }

    /**
     * @param outlet where elements go
     */
    public static StateOperatorPlan<Long, Long, Long, Long> plan(
            IsolationLevel isolation,
            ConcurrencyControl control,
            AccessModes<Long> modes,
            AccessFunction<Long, Long, Long> function,
            Outlet outlet) {
        GraphSettings settings =
                new GraphSettings(
                        "graph", isolation, control, 8, 8, 1, 100, 60_000, 50, false, null, null);
        LongSerializer longs = LongSerializer.INSTANCE;
        StatePlan<Long, Long, Long> state =
                new StatePlan<>(
                        "state",
                        modes,
                        function,
                        Types.LONG,
                        longs,
                        longs,
                        InitialValue.constant(0L, longs),
                        null,
                        "");
        return new StateOperatorPlan<>(
                settings,
                task -> key -> 0,
                0,
                element -> 0L,
                longs,
                RecordPerKey.of(Types.LONG, longs),
                new WholeValue<>(state),
                List.of(outlet),
                new boolean[] {false, true},
                new boolean[] {false, false});
    }

    /** The only one: what it emits is a result, so it may decide alone. */
    static StateOperatorPlan<Long, Long, Long, Long> only(
            AccessMode mode, AccessFunction<Long, Long, Long> function) {
        return only(ConcurrencyControl.LOCK_BASED, mode, function);
    }

    /** The same by another mechanism. */
    static StateOperatorPlan<Long, Long, Long, Long> only(
            ConcurrencyControl control,
            AccessMode mode,
            AccessFunction<Long, Long, Long> function) {
        return only(IsolationLevel.PL3, control, mode, function);
    }

    /** The same at another level. */
    static StateOperatorPlan<Long, Long, Long, Long> only(
            IsolationLevel isolation,
            ConcurrencyControl control,
            AccessMode mode,
            AccessFunction<Long, Long, Long> function) {
        StateOperatorPlan<Long, Long, Long, Long> first =
                plan(
                        isolation,
                        control,
                        AccessModes.always(mode),
                        function,
                        new Outlet.ToResult(LongSerializer.INSTANCE));
        return new StateOperatorPlan<>(
                first.settings(),
                first.router(),
                0,
                first.keySelector(),
                first.inputSerializer(),
                first.records(),
                first.shape(),
                first.outlets(),
                new boolean[] {false},
                new boolean[] {false});
    }

    /** To the second one. */
    static Outlet toNext(TypeSerializer<Long> serializer) {
        return new Outlet.ToState(NEXT_STATE, element -> element, serializer, new Fallibility<>());
    }
}
