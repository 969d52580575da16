/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that one operator fills: one for each receiving instance of each stateful operator
 * behind it, and one for each close operator.
 *
 * <p>There may be stateful operators that the operator has no edge to; their places stay empty.
 */
public final class Outputs {
    private static final String TO_CLOSE = "to-close";

    private final Output<StreamRecord<Block>> output;
    private final StreamRecord<Block> record = new StreamRecord<>(null);
    private final int parallelism;
    private final @Nullable OutputTag<Block>[] stateTags;
    private final @Nullable Block[][] toStates;
    private final @Nullable Block[] byParticipant;
    private final OutputTag<Block> closeTag = closeTag();
    private final Block[] toCloses;

    /**
     * @param output of the operator
     * @param parallelism of the t-graph
     * @param reaches for each stateful operator, whether there is an edge to it
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Outputs(Output<StreamRecord<Block>> output, int parallelism, boolean[] reaches) {
        this.output = output;
        this.parallelism = parallelism;
        this.stateTags = new OutputTag[reaches.length];
        this.toStates = new Block[reaches.length][];
        for (int operator = 0; operator < reaches.length; operator++) {
            if (reaches[operator]) {
                stateTags[operator] = stateTag(operator);
                toStates[operator] = blocks(parallelism);
            }
        }
        this.byParticipant = new Block[reaches.length * parallelism];
        for (int i = 0; i < byParticipant.length; i++) {
            Block[] blocks = toStates[i / parallelism];
            byParticipant[i] = blocks == null ? null : blocks[i % parallelism];
        }
        this.toCloses = blocks(parallelism);
    }

    /** The tag of the edges to a stateful operator. */
    public static OutputTag<Block> stateTag(int operator) {
        return new OutputTag<>("to-state-" + operator, new BlockTypeInfo(() -> {}));
    }

    /** The tag of the edges to the close operator. */
    public static OutputTag<Block> closeTag() {
        return new OutputTag<>(TO_CLOSE, new BlockTypeInfo(() -> {}));
    }

    public int parallelism() {
        return parallelism;
    }

    /** The number of stateful operators, whether there is an edge to them or not. */
    public int operators() {
        return toStates.length;
    }

    /** Whether there is an edge to the stateful operator. */
    public boolean reaches(int operator) {
        return toStates[operator] != null;
    }

    /** The block for an instance of a stateful operator. */
    public Block toState(int operator, int instance) {
        Block[] blocks = toStates[operator];
        if (blocks == null) {
            throw new IllegalStateException("Cannot send to state: no edge, operator=" + operator);
        }
        return blocks[instance];
    }

    /**
     * The block for participant {@code p}: instance {@code p % parallelism} of operator {@code p /
     * parallelism}.
     */
    public Block toParticipant(int participant) {
        Block block = byParticipant[participant];
        if (block == null) {
            throw new IllegalStateException(
                    "Cannot send to participant: no edge, participant=" + participant);
        }
        return block;
    }

    public Block toClose(int coordinator) {
        return toCloses[coordinator];
    }

    /** Sends the block and clears it. */
    public void emitToState(int operator, Block block) {
        OutputTag<Block> tag = stateTags[operator];
        if (tag == null) {
            throw new IllegalStateException("Cannot send to state: no edge, operator=" + operator);
        }
        emit(tag, block);
    }

    /** Sends the block and clears it. */
    public void emitToClose(Block block) {
        emit(closeTag, block);
    }

    private void emit(OutputTag<Block> tag, Block block) {
        output.collect(tag, record.replace(block));
        block.clear();
    }

    private static Block[] blocks(int count) {
        Block[] blocks = new Block[count];
        for (int i = 0; i < count; i++) {
            blocks[i] = new Block(i);
        }
        return blocks;
    }
}
