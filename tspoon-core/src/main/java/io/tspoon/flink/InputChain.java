/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.graph.StreamGraphGenerator;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;
import org.apache.flink.streaming.api.transformations.SideOutputTransformation;
import org.apache.flink.streaming.runtime.partitioner.ForwardPartitioner;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What Flink may chain with an open operator: the operators before it that pass on elements one to
 * one. A chain has the co-location group and the maximum parallelism of its first operator,
 * whatever the later operators ask for.
 */
final class InputChain {
    private InputChain() {}

    /**
     * Puts the operator, and all that may be the first of its chain, into a co-location group.
     *
     * @param name of the group; ignored if the chain already belongs to a group, as behind another
     *     t-graph
     * @return the name of the chain's group
     */
    static String colocate(OneInputTransformation<?, ?> open, String name) {
        List<Transformation<?>> chain = of(open);
        String group = name;
        for (Transformation<?> link : chain) {
            String before = link.getCoLocationGroupKey();
            group = before == null ? group : before;
        }
        for (Transformation<?> link : chain) {
            link.setCoLocationGroupKey(group);
        }
        return group;
    }

    /**
     * Finds a part of the chain whose maximum parallelism differs from the open operator's, and
     * which would impose its own on it; null if there is none. This matters because keys are routed
     * by the maximum parallelism of open's task, while the states have the one that open was given.
     *
     * @param ofJob maximum parallelism of all operators that have none of their own
     */
    static @Nullable Transformation<?> ofOtherMaxParallelism(
            OneInputTransformation<?, ?> open, int ofJob) {
        int own = InputShape.maxParallelism(open, ofJob);
        for (Transformation<?> link : of(open)) {
            if (InputShape.maxParallelism(link, ofJob) != own) {
                return link;
            }
        }
        return null;
    }

    /** The chain from the open operator back to its first operator. */
    static List<Transformation<?>> of(OneInputTransformation<?, ?> open) {
        List<Transformation<?>> chain = new ArrayList<>();
        Transformation<?> link = open;
        while (link != null) {
            chain.add(link);
            link = before(link);
        }
        return chain;
    }

    private static @Nullable Transformation<?> before(Transformation<?> link) {
        if (link.getInputs().size() != 1) {
            return null;
        }
        Transformation<?> before = link.getInputs().get(0);
        while (isForward(before)) {
            before = before.getInputs().get(0);
        }
        boolean isPhysical = before instanceof PhysicalTransformation;
        return isPhysical
                        && before.getParallelism() == link.getParallelism()
                        && mayShare(before, link)
                ? before
                : null;
    }

    private static boolean isForward(Transformation<?> edge) {
        return edge instanceof SideOutputTransformation
                || (edge instanceof PartitionTransformation<?> partition
                        && partition.getPartitioner() instanceof ForwardPartitioner);
    }

    private static boolean mayShare(Transformation<?> before, Transformation<?> link) {
        return link.getSlotSharingGroup().isEmpty()
                || link.getSlotSharingGroup()
                        .get()
                        .getName()
                        .equals(slotSharingGroup(before, new IdentityHashMap<>()));
    }

    /**
     * The slot sharing group of an operator. If it has none of its own, Flink takes that of all
     * inputs, or the default group if they differ.
     */
    private static String slotSharingGroup(
            Transformation<?> of, Map<Transformation<?>, String> known) {
        if (of.getSlotSharingGroup().isPresent()) {
            return of.getSlotSharingGroup().get().getName();
        }
        String found = known.get(of);
        if (found != null) {
            return found;
        }
        Set<String> ofInputs = new HashSet<>();
        for (Transformation<?> input : of.getInputs()) {
            ofInputs.add(slotSharingGroup(input, known));
        }
        found =
                ofInputs.size() == 1
                        ? ofInputs.iterator().next()
                        : StreamGraphGenerator.DEFAULT_SLOT_SHARING_GROUP;
        known.put(of, found);
        return found;
    }
}
