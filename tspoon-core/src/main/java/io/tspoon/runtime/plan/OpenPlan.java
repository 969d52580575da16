/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.call.Procedure;
import io.tspoon.runtime.batch.Batch;
import io.tspoon.runtime.timer.DueTimer;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.ReturnedInputs;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * What the open operator needs to know.
 *
 * @param settings settings of the t-graph
 * @param router says which instance owns a key
 * @param inputSerializer copies input elements
 * @param transactionKey gives the program's own key of a transaction that is not that of a call;
 *     null if there are such, and the program gives them no keys
 * @param outlets the consumers of the opened stream
 * @param states all states of the t-graph, in the order of their description; there is an edge to
 *     each of their operators
 * @param elementSerializer writes the elements that leave the t-graph
 * @param spread which coordinator gets which element, if a log knows elements by their content
 * @param entrances names of the entrances by which elements come, all of which are then {@link
 *     Entered}; empty if there is one without a name
 * @param procedures what can be called, in the order of the entrances by which calls come, which
 *     have their names; empty if nothing can
 * @param awaitsLoads whether states are loaded before the first transaction
 * @param timers what is to be known of timers; null if there are none
 * @param batches how elements become batches, for each entrance where they do
 * @param triggers the entrances by which triggered transactions come
 */
@Internal
public record OpenPlan<I>(
        GraphSettings settings,
        KeyRouter router,
        TypeSerializer<I> inputSerializer,
        @Nullable KeySelector<I, String> transactionKey,
        List<Outlet> outlets,
        List<StateColumns> states,
        TypeSerializer<?> elementSerializer,
        InputSpread spread,
        List<String> entrances,
        List<Procedure> procedures,
        boolean awaitsLoads,
        @Nullable TimerPlan timers,
        List<BatchPlan> batches,
        TriggerPlan triggers)
        implements Serializable {
    /** What the open operator of a t-graph without calls and timers needs to know. */
    public OpenPlan(
            GraphSettings settings,
            KeyRouter router,
            TypeSerializer<I> inputSerializer,
            @Nullable KeySelector<I, String> transactionKey,
            List<Outlet> outlets,
            List<StateColumns> states,
            TypeSerializer<?> elementSerializer,
            InputSpread spread,
            List<String> entrances) {
        this(
                settings,
                router,
                inputSerializer,
                transactionKey,
                outlets,
                states,
                elementSerializer,
                spread,
                entrances,
                List.of(),
                false,
                null,
                List.of(),
                TriggerPlan.NONE);
    }

    /** The same, where states are loaded before the first transaction. */
    public OpenPlan<I> awaitingLoads() {
        return new OpenPlan<>(
                settings,
                router,
                inputSerializer,
                transactionKey,
                outlets,
                states,
                elementSerializer,
                spread,
                entrances,
                procedures,
                true,
                timers,
                batches,
                triggers);
    }

    /**
     * The most elements that a coordinator has in flight, and in the batch that is next: as many as
     * places, or one batch, and another one.
     */
    public int maxElementsInFlight() {
        int largest = 0;
        for (BatchPlan each : batches) {
            largest = Math.max(largest, each.maxElements() + 1);
        }
        return Math.max(settings.maxInFlight(), largest) + largest;
    }

    /**
     * Why the transaction has aborted whose timer this element only removes; null if it is not such
     * an element.
     */
    public @Nullable List<AbortReason> abortedBefore(I element) {
        return element instanceof Entered<?> entered && entered.element() instanceof DueTimer due
                ? due.aborted()
                : null;
    }

    /** The name of the entrance by which timers come; empty if there are none. */
    public String timersEntrance() {
        return timers == null ? "" : entrances.get(timers.entrance());
    }

    /** The number of the entrance that an element, or a batch, has come by. */
    public int entranceOf(I element) {
        if (element instanceof Entered<?> entered) {
            return entered.entry();
        }
        return element instanceof Batch batch ? batch.entrance() : 0;
    }

    /** Whether what aborts for an element of a batch undoes that element alone. */
    public boolean isRejecting(int entrance) {
        for (BatchPlan each : batches) {
            if (each.entrance() == entrance) {
                return each.rejecting();
            }
        }
        return false;
    }

    /** What the program sees of an element. */
    public Object programElement(I element) {
        return element instanceof Entered<?> entered ? entered.element() : element;
    }

    /** An element as the open operator gets it. */
    @SuppressWarnings("unchecked") // with names elements are entered, else as the program sees them
    public I entered(int entrance, Object programElement) {
        return (I) (entrances.isEmpty() ? programElement : new Entered<>(entrance, programElement));
    }

    /** The name of the entrance that an element has come by; empty if it has none. */
    public String entranceName(I element) {
        return entrances.isEmpty() ? "" : entrances.get(entranceOf(element));
    }

    /** Writes the elements that results give back; null if they give none back. */
    public @Nullable TypeSerializer<I> returnedInputs() {
        return settings.returnedInputs() == ReturnedInputs.NONE ? null : inputSerializer;
    }

    /**
     * Whether an exception aborts the transaction of an element, and does not fail the job. Where
     * there are calls, so it is for what is triggered: whoever calls must not fail the job.
     */
    public boolean isGuarded(I element) {
        return settings.onException() == ExceptionPolicy.ABORT
                || (!procedures.isEmpty()
                        && (isProcedure(entranceOf(element))
                                || triggers.isTarget(entranceName(element))));
    }

    /** Whether calls come by an entrance. */
    private boolean isProcedure(int entrance) {
        for (Procedure procedure : procedures) {
            if (procedure.name().equals(entrances.get(entrance))) {
                return true;
            }
        }
        return false;
    }

    /** Whether any function gets the values of several keys. */
    public boolean exchanges() {
        return exchanges(outlets, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static boolean exchanges(List<Outlet> outlets, Set<Outlet.ToStep> seen) {
        for (Outlet outlet : outlets) {
            if (outlet instanceof Outlet.ToExchange) {
                return true;
            }
            if (outlet instanceof Outlet.ToStep step
                    && seen.add(step)
                    && exchanges(step.outlets(), seen)) {
                return true;
            }
            if (outlet instanceof Outlet.ByEntry entries
                    && entries.outlets().stream().anyMatch(entry -> exchanges(entry, seen))) {
                return true;
            }
        }
        return false;
    }
}
