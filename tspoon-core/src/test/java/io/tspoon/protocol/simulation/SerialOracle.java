/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Decision;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Executes all transactions one by one, in the order of the timestamps of their deciding attempts,
 * and compares what each has read, written and answered. Aborted ones count: an abort is an answer,
 * too.
 *
 * <p>Elements of one transaction may reach a key by several ways; then their order is not given,
 * and the replay takes the one that was seen.
 */
final class SerialOracle {
    private final Application application;
    private final Map<Location, Value> state = new HashMap<>();

    SerialOracle(Application application) {
        this.application = application;
    }

    /** Throws an AssertionError that names the first difference. */
    void replay(List<Journal.Result> results, Map<Location, Value> finalState) {
        results.stream()
                .sorted(Comparator.comparingLong(Journal.Result::timestamp))
                .forEach(this::replay);
        check(state.equals(finalState), null, "final state", state, finalState);
    }

    private void replay(Journal.Result result) {
        Map<Location, @Nullable Value> own = new LinkedHashMap<>();
        Map<Long, Element> pending = new HashMap<>();
        application.firstElements(result.input()).forEach(e -> pending.put(e.id(), e));
        Decision decision = Decision.COMMIT;
        Set<Long> rejected = new HashSet<>();
        for (Journal.Step step : result.steps()) {
            Element element = pending.remove(step.element().id());
            check(step.element().equals(element), result, "element", element, step.element());
            Effect effect = apply(step, own, result);
            effect.children().forEach(child -> pending.put(child.id(), child));
            if (effect.violates() && application.rejects()) {
                rejected.add(element.id());
            } else if (effect.violates()) {
                decision = Decision.ABORT;
            }
        }
        check(pending.isEmpty(), result, "elements left over", pending.values(), "none");
        check(decision == result.decision(), result, "outcome", decision, result.decision());
        check(rejected.equals(result.rejected()), result, "rejected", rejected, result.rejected());
        if (decision == Decision.COMMIT) {
            check(own.equals(result.updates()), result, "updates", own, result.updates());
            own.forEach(this::install);
        }
    }

    private Effect apply(
            Journal.Step step, Map<Location, @Nullable Value> own, Journal.Result result) {
        Element element = step.element();
        Location location = element.location();
        Value read =
                switch (element.action().mode()) {
                    case WRITE -> null;
                    case READ, UPDATE ->
                            own.containsKey(location) ? own.get(location) : state.get(location);
                };
        check(Objects.equals(read, step.read()), result, "read", read, step.read());
        Effect effect = application.apply(element, read, result.timestamp());
        check(effect.equals(step.effect()), result, "effect", effect, step.effect());
        if (effect.writes()) {
            own.put(location, effect.written());
        }
        return effect;
    }

    private void install(Location location, @Nullable Value value) {
        if (value == null) {
            state.remove(location);
        } else {
            state.put(location, value);
        }
    }

    private static void check(
            boolean same,
            Journal.@Nullable Result result,
            String what,
            @Nullable Object serial,
            @Nullable Object seen) {
        if (!same) {
            throw new AssertionError(
                    "Run differs from serial order: "
                            + what
                            + "\n  serial: "
                            + serial
                            + "\n  seen:   "
                            + seen
                            + "\n  in:     "
                            + result);
        }
    }
}
