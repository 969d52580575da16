/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.anomalies;

import io.tspoon.transaction.AccessMode;

import java.util.ArrayList;
import java.util.List;

/**
 * One transaction: what it accesses, and which gates stand in its way.
 *
 * @param name unique in the run
 * @param coordinator index of the coordinator at which it enters
 * @param operations its accesses; those on one instance run in this order unless gated
 */
public record Script(String name, int coordinator, List<Operation> operations) {
    static Script of(String name, int coordinator) {
        return new Script(name, coordinator, List.of());
    }

    Script read(String key) {
        return with(AccessMode.READ, key, 0);
    }

    Script write(String key, long value) {
        return with(AccessMode.WRITE, key, value);
    }

    Script update(String key, long amount) {
        return with(AccessMode.UPDATE, key, amount);
    }

    /** The last access only gets to its key once the gate is open. */
    Script behind(String gate) {
        return replaceLast(last().behind(gate));
    }

    /** The last access stops the whole instance of its key until the gate is open. */
    Script heldInside(String gate) {
        return replaceLast(last().heldInside(gate));
    }

    /** After the last access the transaction is held undecided until the gate is open. */
    Script heldAfter(String gate) {
        return replaceLast(last().heldAfter(gate, false));
    }

    /** As {@link #heldAfter}, but it aborts then. */
    Script abortedAfter(String gate) {
        return replaceLast(last().heldAfter(gate, true));
    }

    /** As {@link #heldInside}, but the transaction aborts then. */
    Script abortedInside(String gate) {
        return replaceLast(last().abortedInside(gate));
    }

    /** Each access as a transaction of its own. */
    List<Script> torn() {
        List<Script> parts = new ArrayList<>();
        for (Operation operation : operations) {
            String part = name + " part " + operation.number();
            parts.add(new Script(part, coordinator, List.of(operation.aloneIn(part))));
        }
        return parts;
    }

    private Script with(AccessMode mode, String key, long amount) {
        List<Operation> more = new ArrayList<>(operations);
        more.add(Operation.of(name, more.size(), mode, key, amount));
        return new Script(name, coordinator, more);
    }

    private Operation last() {
        return operations.get(operations.size() - 1);
    }

    private Script replaceLast(Operation operation) {
        List<Operation> changed = new ArrayList<>(operations);
        changed.set(changed.size() - 1, operation);
        return new Script(name, coordinator, changed);
    }
}
