/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.Procedure;
import io.tspoon.runtime.plan.GraphSettings;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/**
 * Calls of a procedure.
 *
 * @param environment of the job
 * @param spec the procedure
 */
record CallArrival<Q>(StreamExecutionEnvironment environment, ProcedureSpec<Q, ?> spec)
        implements RequestArrival<Q> {
    @Override
    public String entrance() {
        return spec.name();
    }

    @Override
    public TypeInformation<Q> type() {
        return spec.requestType();
    }

    @Override
    public void check(GraphSettings settings, boolean kryoAllowed) {
        CallChecks.check(settings, environment, spec, kryoAllowed);
    }

    @Override
    public Optional<Procedure> procedure() {
        return Optional.of(
                new Procedure(
                        spec.name(),
                        spec.requestType(),
                        spec.answerType(),
                        problems(spec.problems())));
    }

    /** Requests are of the type that the check takes. */
    @SuppressWarnings("unchecked")
    private static <Q> Procedure.Problems problems(
            @Nullable SerializableFunction<Q, List<String>> check) {
        if (check == null) {
            return request -> List.of();
        }
        return request -> {
            List<String> problems = check.apply((Q) request);
            return problems == null ? List.of() : problems;
        };
    }
}
