/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;

import java.util.ArrayList;
import java.util.List;

/**
 * What precedes an open operator, as it was when the t-graph was opened. At that moment it was
 * decided which coordinator gets which element, and what shares a chain and slots with the
 * operator. But Flink lets a program change all this until the job graph is built.
 */
final class InputShape {
    private final String graph;
    private final OneInputTransformation<?, ?> open;

    /** The operators that may be chained with the open operator, which is the first. */
    private final List<Transformation<?>> chain;

    /** Parallelisms of the operators that send to it, and of the chain. */
    private final List<Seen> seen = new ArrayList<>();

    private record Seen(Transformation<?> operator, int parallelism) {}

    InputShape(String graph, OneInputTransformation<?, ?> open) {
        this.graph = graph;
        this.open = open;
        this.chain = InputChain.of(open);
        List<Transformation<?>> operators = new ArrayList<>(chain);
        addSenders(open, operators);
        for (Transformation<?> operator : operators) {
            seen.add(new Seen(operator, operator.getParallelism()));
        }
    }

    private static void addSenders(Transformation<?> to, List<Transformation<?>> senders) {
        for (Transformation<?> input : to.getInputs()) {
            if (input instanceof PhysicalTransformation) {
                senders.add(input);
            } else {
                addSenders(input, senders);
            }
        }
    }

    /**
     * Refuses a t-graph whose input was changed after it was opened.
     *
     * @param isChained whether Flink may chain the operator with those before it
     * @param ofJob maximum parallelism of all operators that have none of their own
     */
    void checkKept(boolean isChained, int ofJob) {
        for (Seen before : seen) {
            int now = before.operator().getParallelism();
            if (now != before.parallelism()) {
                throw changed(
                        before.operator(),
                        ", parallelism=" + now + ", whenOpened=" + before.parallelism());
            }
        }
        Transformation<?> other = InputChain.ofOtherMaxParallelism(open, ofJob);
        if (isChained && other != null) {
            throw changed(
                    other,
                    ", maxParallelism="
                            + maxParallelism(other, ofJob)
                            + ", ofTheGraph="
                            + maxParallelism(open, ofJob));
        }
        if (!InputChain.of(open).equals(chain)) {
            throw changed(chain.get(chain.size() - 1), ", slotSharingGroup");
        }
    }

    /** The maximum parallelism that an operator will have when the job graph is built. */
    static int maxParallelism(Transformation<?> operator, int ofJob) {
        int own = operator.getMaxParallelism();
        return own > 0 ? own : ofJob;
    }

    private InvalidGraphException changed(Transformation<?> operator, String what) {
        return new InvalidGraphException(
                "[TSP-2006] Cannot run t-graph: its input was changed after openTransaction, graph="
                        + graph
                        + ", operator="
                        + operator.getName()
                        + what
                        + ". Set parallelism, maximum parallelism and slots of the streams before a"
                        + " t-graph before you open it.");
    }
}
