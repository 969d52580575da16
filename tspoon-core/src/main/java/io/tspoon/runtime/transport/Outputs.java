/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The blocks that one operator fills: one for each receiving instance of each stateful operator
 * behind it, and one for each close operator.
 *
 * <p>There may be stateful operators that the operator has no edge to; their places stay empty.
 *
 * @param <S> blocks for stateful operators
 * @param <C> blocks for close operators
 */
@Internal
public final class Outputs<S extends Block, C extends Block> {
    private static final String TO_CLOSE = "to-close";

    private final Output<StreamRecord<Block>> output;
    private final StreamRecord<Block> record = new StreamRecord<>(null);
    private final int parallelism;
    private final @Nullable OutputTag<Block>[] stateTags;

    /** By participant: instance {@code p % parallelism} of operator {@code p / parallelism}. */
    private final List<@Nullable S> toParticipants = new ArrayList<>();

    private final OutputTag<Block> closeTag = closeTag();
    private final List<C> toCloses = new ArrayList<>();

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Outputs(
            Output<StreamRecord<Block>> output,
            int parallelism,
            boolean[] reaches,
            IntFunction<S> toState,
            IntFunction<C> toClose) {
        this.output = output;
        this.parallelism = parallelism;
        this.stateTags = new OutputTag[reaches.length];
        for (int operator = 0; operator < reaches.length; operator++) {
            stateTags[operator] = reaches[operator] ? stateTag(operator) : null;
            for (int i = 0; i < parallelism; i++) {
                toParticipants.add(reaches[operator] ? toState.apply(i) : null);
            }
        }
        for (int i = 0; i < parallelism; i++) {
            toCloses.add(toClose.apply(i));
        }
    }

    /**
     * The blocks of a coordinator.
     *
     * @param output of the operator
     * @param parallelism of the t-graph
     * @param reaches for each stateful operator, whether there is an edge to it
     */
    public static Outputs<CoordinatorToParticipant, CoordinatorToClose> ofCoordinator(
            Output<StreamRecord<Block>> output, int parallelism, boolean[] reaches) {
        return new Outputs<>(
                output,
                parallelism,
                reaches,
                CoordinatorToParticipant::new,
                CoordinatorToClose::new);
    }

    /** The blocks of a participant; the parameters are as for those of a coordinator. */
    public static Outputs<ParticipantToParticipant, ParticipantToClose> ofParticipant(
            Output<StreamRecord<Block>> output, int parallelism, boolean[] reaches) {
        return new Outputs<>(
                output,
                parallelism,
                reaches,
                ParticipantToParticipant::new,
                ParticipantToClose::new);
    }

    /** The tag of the edges to a stateful operator. */
    public static OutputTag<Block> stateTag(int operator) {
        return new OutputTag<>("to-state-" + operator, BlockTypeInfo.toParticipants(() -> {}));
    }

    /** The tag of the edges to the close operator. */
    public static OutputTag<Block> closeTag() {
        return new OutputTag<>(TO_CLOSE, BlockTypeInfo.toClose());
    }

    public int parallelism() {
        return parallelism;
    }

    /** The number of stateful operators, whether there is an edge to them or not. */
    public int operators() {
        return stateTags.length;
    }

    /** Whether there is an edge to the stateful operator. */
    public boolean reaches(int operator) {
        return stateTags[operator] != null;
    }

    /** The block for an instance of a stateful operator. */
    public S toState(int operator, int instance) {
        return toParticipant(operator * parallelism + instance);
    }

    /**
     * The block for participant {@code p}: instance {@code p % parallelism} of operator {@code p /
     * parallelism}.
     */
    public S toParticipant(int participant) {
        S block = toParticipants.get(participant);
        if (block == null) {
            throw new IllegalStateException(
                    "[TSP-2405] Cannot send to participant: no edge, participant=" + participant);
        }
        return block;
    }

    public C toClose(int coordinator) {
        return toCloses.get(coordinator);
    }

    /** Sends the block and clears it. */
    public void emitToState(int operator, S block) {
        OutputTag<Block> tag = stateTags[operator];
        if (tag == null) {
            throw new IllegalStateException(
                    "[TSP-2404] Cannot send to state: no edge, operator=" + operator);
        }
        emit(tag, block);
    }

    /** Sends the block and clears it. */
    public void emitToClose(C block) {
        emit(closeTag, block);
    }

    private void emit(OutputTag<Block> tag, Block block) {
        output.collect(tag, record.replace(block));
        block.clear();
    }
}
