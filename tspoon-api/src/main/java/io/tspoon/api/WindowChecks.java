/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.InvalidGraphException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Checks whether windows are well described, and that only their procedures write them. */
final class WindowChecks {
    private WindowChecks() {}

    // ------------------------------------------------------------------ descriptions

    static void checkGiven(String window, String what, @Nullable Object given) {
        if (given == null) {
            throw new InvalidGraphException(
                    "[TSP-1270] Cannot describe window: the "
                            + what
                            + " is null, window="
                            + window
                            + ". Pass one.");
        }
    }

    /**
     * @param step of what the size must be a multiple
     * @param most that the size may be
     */
    static void checkSize(String window, long size, long slide, long step, long most) {
        String wrong = null;
        if (size < 1 || slide < 1) {
            wrong = "its size and its slide must be 1 at least, of time in milliseconds";
        } else if (slide > size) {
            wrong = "its slide is larger than its size, so elements would be lost between two";
        } else if (size % step != 0) {
            wrong = "its size is no multiple of its slide, so none would be of that size";
        } else if (size > most) {
            wrong = "its size is above " + most;
        }
        if (wrong != null) {
            throw new InvalidGraphException(
                    "[TSP-1271] Cannot describe window: "
                            + wrong
                            + ", window="
                            + window
                            + ", size="
                            + size
                            + ", slide="
                            + slide
                            + ". Choose others.");
        }
    }

    static <E> WindowKind<E> bounded(String window, WindowKind<E> kind, int maxElements) {
        WindowKind.Time<E> time = ofTime(window, kind, "limit", "the limit is their size");
        if (maxElements < 1) {
            throw new InvalidGraphException(
                    "[TSP-1275] Cannot limit window: it could have no element, window="
                            + window
                            + ", maxElements="
                            + maxElements
                            + ". Allow 1 at least.");
        }
        return new WindowKind.Time<>(
                time.size(), time.slide(), time.timestamps(), maxElements, time.atOnce());
    }

    static <E> WindowKind<E> atOnce(String window, WindowKind<E> kind) {
        WindowKind.Time<E> time = ofTime(window, kind, "open", "with a slide of 1 they are so");
        return new WindowKind.Time<>(
                time.size(), time.slide(), time.timestamps(), time.maxElements(), true);
    }

    private static <E> WindowKind.Time<E> ofTime(
            String window, WindowKind<E> kind, String verb, String instead) {
        if (kind instanceof WindowKind.Time<E> time) {
            return time;
        }
        throw new InvalidGraphException(
                "[TSP-1272] Cannot "
                        + verb
                        + " window: it is one of the last elements, and "
                        + instead
                        + ", window="
                        + window
                        + ". Leave the call out.");
    }

    // ------------------------------------------------------------------ in t-graphs

    /** The states of what a procedure is given; refuses null, and those of windows themselves. */
    static List<StateSpec<?, ?>> states(String graph, List<? extends PartitionedSpec> given) {
        List<StateSpec<?, ?>> states = new ArrayList<>();
        for (PartitionedSpec spec : given) {
            FunctionChecks.checkGiven(graph, PartitionChecks.OPERATION, "state", spec);
            if (spec instanceof WindowSpec<?, ?, ?> window) {
                states.add(window.contents());
                states.add(window.slots());
            } else {
                StateSpec<?, ?> state = (StateSpec<?, ?>) spec;
                checkNoWindow(graph, PartitionChecks.OPERATION, state);
                states.add(state);
            }
        }
        return states;
    }

    /** The windows of what a procedure is given. */
    static List<WindowSpec<?, ?, ?>> windows(List<? extends PartitionedSpec> given) {
        List<WindowSpec<?, ?, ?>> windows = new ArrayList<>();
        for (PartitionedSpec spec : given) {
            if (spec instanceof WindowSpec<?, ?, ?> window) {
                windows.add(window);
            }
        }
        return windows;
    }

    /**
     * Refuses windows that another procedure has.
     *
     * @param operators finds the operator with a state of the same name; null if there is none
     */
    static void checkFree(
            String graph,
            List<WindowSpec<?, ?, ?>> windows,
            Function<StateSpec<?, ?>, @Nullable OperatorDraft<?>> operators) {
        for (WindowSpec<?, ?, ?> window : windows) {
            if (operators.apply(window.contents()) != null) {
                throw new InvalidGraphException(
                        "[TSP-1273] Cannot access window: it belongs to another procedure, graph="
                                + graph
                                + ", window="
                                + window.name()
                                + ". Let one procedure take the elements of both, of one type; or"
                                + " describe a window of another name.");
            }
        }
    }

    /** Refuses a state of a window where only others can be. */
    static void checkNoWindow(String graph, String operation, StateSpec<?, ?> state) {
        if (state.valueType() instanceof WindowRecordType<?, ?>
                || state.keyType() instanceof WindowRecordType<?, ?>) {
            throw new InvalidGraphException(
                    "[TSP-1274] Cannot access state: it is part of a window, which only its"
                            + " procedure writes, graph="
                            + graph
                            + ", state="
                            + state.name()
                            + ", operation="
                            + operation
                            + ". Give the WindowSpec to procedure(...); queries may read the state"
                            + " anyway.");
        }
    }
}
