/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;

import java.util.ArrayList;
import java.util.List;

/**
 * What stands before an open operator, as it was when the t-graph was opened: by that it was
 * decided which coordinator gets which element, and what shares a chain and slots with the
 * operator. Flink lets a program change it until the job is made.
 */
final class InputShape {
    private final String graph;
    private final OneInputTransformation<?, ?> open;

    /** What may be chained with the operator, itself first. */
    private final List<Transformation<?>> chain;

    /** Parallelisms of who sends to it, and of the chain. */
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
     * Refuses a change.
     *
     * @param isChained whether Flink is to chain the operator with what is before it
     * @param ofJob maximum parallelism of all that have none of their own
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

    /** Of an operator, once the job is made. */
    static int maxParallelism(Transformation<?> operator, int ofJob) {
        int own = operator.getMaxParallelism();
        return own > 0 ? own : ofJob;
    }

    private InvalidGraphException changed(Transformation<?> operator, String what) {
        return new InvalidGraphException(
                "Cannot run t-graph: its input was changed after openTransaction, graph="
                        + graph
                        + ", operator="
                        + operator.getName()
                        + what
                        + ". Set parallelism, maximum parallelism and slots of the streams before a"
                        + " t-graph before you open it.");
    }
}
