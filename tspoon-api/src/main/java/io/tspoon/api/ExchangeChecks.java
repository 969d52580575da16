/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.protocol.regime.AttemptIsolation;
import io.tspoon.protocol.regime.ExecutionWays;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.transaction.InvalidGraphException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks operations that read and write the values of several keys. */
final class ExchangeChecks {
    /** Name of the operation in messages and abort reasons. */
    static final String OPERATION = "transact";

    private ExchangeChecks() {}

    /** The roles, if there are some, all with different names. */
    static <T> List<AnyRole<T>> roles(String graph, @Nullable List<? extends AnyRole<T>> given) {
        FunctionChecks.checkGiven(graph, OPERATION, "list of roles", given);
        List<AnyRole<T>> roles = new ArrayList<>(given == null ? List.of() : given);
        Set<String> names = new HashSet<>();
        for (AnyRole<T> role : roles) {
            FunctionChecks.checkGiven(graph, OPERATION, "role", role);
            FunctionChecks.checkGiven(graph, OPERATION, "state of a role", role.state());
            FunctionChecks.checkGiven(graph, OPERATION, "key selector of a role", role.selector());
            if (!names.add(role.name())) {
                throw new InvalidGraphException(
                        "[TSP-1123] Cannot use roles: two have the same name, graph="
                                + graph
                                + ", role="
                                + role.name()
                                + ". Give each role of an operation a name of its own.");
            }
        }
        if (roles.isEmpty()) {
            throw new InvalidGraphException(
                    "[TSP-1124] Cannot access values: there are no roles, graph="
                            + graph
                            + ". Pass a Role for each key, or use process, which accesses none.");
        }
        return roles;
    }

    /** The states of the roles, by name; refuses two of one name. */
    static <T> Map<String, StateSpec<?, ?>> states(String graph, List<AnyRole<T>> roles) {
        Map<String, StateSpec<?, ?>> states = new LinkedHashMap<>();
        for (AnyRole<T> role : roles) {
            StateSpec<?, ?> state = role.state();
            StateSpec<?, ?> known = states.putIfAbsent(state.name(), state);
            if (known != null && known != state) {
                throw new InvalidGraphException(
                        "[TSP-1125] Cannot use roles: two have different states of the same name,"
                                + " graph="
                                + graph
                                + ", role="
                                + role.name()
                                + ", state="
                                + state.name()
                                + ". Use one StateSpec, for example a constant, for both.");
            }
        }
        return states;
    }

    /** Checks where such operations stand when the t-graph is closed. */
    static void check(
            GraphSettings settings,
            List<Outlet.ToExchange> exchanges,
            List<OperatorDraft<?>> operators) {
        for (Outlet.ToExchange exchange : exchanges) {
            settings.regime()
                    .isolation()
                    .execution(new RolesForAll(settings, exchanges, operators))
                    .run();
            if (reaches(exchange.outlets(), Outlet.ToState.class)
                    || reaches(exchange.outlets(), Outlet.ToExchange.class)) {
                throw new InvalidGraphException(
                        "[TSP-1126] Cannot close t-graph: the results of transact go to another"
                                + " state, graph="
                                + settings.graph()
                                + ", state="
                                + exchange.roles().get(0).state()
                                + ". Let the other state play a role in the same transact.");
            }
        }
        for (OperatorDraft<?> operator : operators) {
            if (reaches(operator.outlets(), Outlet.ToExchange.class)) {
                throw new InvalidGraphException(
                        "[TSP-1127] Cannot close t-graph: elements come to transact from a state,"
                                + " graph="
                                + settings.graph()
                                + ", state="
                                + operator.name()
                                + ". Its keys must be known when a transaction enters: use it in"
                                + " front of the state, or let the state play a role in it.");
            }
        }
    }

    private static boolean reaches(List<Outlet> outlets, Class<? extends Outlet> kind) {
        return reaches(outlets, kind, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static boolean reaches(
            List<Outlet> outlets, Class<? extends Outlet> kind, Set<Outlet.ToStep> seen) {
        for (Outlet outlet : outlets) {
            if (kind.isInstance(outlet)) {
                return true;
            }
            if (outlet instanceof Outlet.ToStep step
                    && seen.add(step)
                    && reaches(step.outlets(), kind, seen)) {
                return true;
            }
        }
        return false;
    }

    /**
     * In chains, what a state beside a function writes would be final before the function has
     * decided whether the transaction commits.
     */
    private record RolesForAll(
            GraphSettings settings,
            List<Outlet.ToExchange> exchanges,
            List<OperatorDraft<?>> operators)
            implements ExecutionWays<Runnable> {
        @Override
        public Runnable inAttempts(AttemptIsolation isolation) {
            return () -> {};
        }

        @Override
        public Runnable inChains() {
            return () -> operators.forEach(this::check);
        }

        private void check(OperatorDraft<?> operator) {
            boolean plays =
                    exchanges.stream()
                            .flatMap(exchange -> exchange.roles().stream())
                            .anyMatch(role -> role.operator() == operator.index());
            if (!plays) {
                throw new InvalidGraphException(
                        "[TSP-1128] Cannot close t-graph: with deterministic chains there is no"
                                + " other state beside transact, graph="
                                + settings.graph()
                                + ", state="
                                + operator.name()
                                + ". Let the state play a role in transact, or use LOCK_BASED or"
                                + " TIMESTAMP_BASED.");
            }
        }
    }
}
