/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionResult;

import java.util.ArrayList;
import java.util.List;

/** The results of a serial run, and whether they are as a test expects. */
final class Expectations<R> {
    private final List<TransactionResult<R>> all = new ArrayList<>();

    /** What the last elements were, and what became of them. */
    private List<?> given = List.of();

    private final List<TransactionResult<R>> recent = new ArrayList<>();

    /** What comes from now on is that of these elements. */
    void begin(List<?> elements) {
        given = elements;
        recent.clear();
    }

    void add(TransactionResult<R> result) {
        all.add(result);
        recent.add(result);
    }

    /** A call was not executed, because it has this result already. */
    void addKnown(TransactionResult<R> result) {
        recent.add(result);
    }

    List<TransactionResult<R>> all() {
        return List.copyOf(all);
    }

    TransactionResult<R> last() {
        return recent().get(recent.size() - 1);
    }

    void committed() {
        for (TransactionResult<R> result : recent()) {
            if (result.isAborted()) {
                throw new AssertionError(
                        "[TSP-8102] A transaction was expected to commit, and has aborted, reasons="
                                + result.reasons()
                                + soFar());
            }
        }
    }

    void aborted(String rule) {
        for (TransactionResult<R> result : recent()) {
            if (result.isCommitted()) {
                throw new AssertionError(
                        "[TSP-8103] A transaction was expected to abort, and has committed,"
                                + " expected="
                                + rule
                                + ", updates="
                                + result.updates()
                                + ", emitted="
                                + result.emitted()
                                + soFar());
            }
            if (result.reasons().stream().map(AbortReason::rule).noneMatch(rule::equals)) {
                throw new AssertionError(
                        "[TSP-8104] A transaction has aborted for another reason, expected="
                                + rule
                                + ", reasons="
                                + result.reasons()
                                + soFar());
            }
        }
    }

    void emitted(List<R> expected) {
        List<R> actual = new ArrayList<>();
        recent().forEach(result -> actual.addAll(result.emitted()));
        if (!Replayed.isSame(expected, actual)) {
            throw new AssertionError(
                    "[TSP-8105] What was emitted is not as expected, expected="
                            + expected
                            + ", actual="
                            + actual
                            + soFar());
        }
    }

    /** The last elements and what became of them, for messages. */
    String soFar() {
        StringBuilder text = new StringBuilder();
        for (Object element : given) {
            text.append("\n  given ").append(element);
        }
        for (TransactionResult<R> result : recent) {
            text.append("\n  result ").append(result);
        }
        return text.toString();
    }

    private List<TransactionResult<R>> recent() {
        if (recent.isEmpty()) {
            throw new AssertionError(
                    "[TSP-8106] No transaction was executed: nothing was given, or what was given"
                            + " did not reach the t-graph"
                            + soFar());
        }
        return recent;
    }
}
