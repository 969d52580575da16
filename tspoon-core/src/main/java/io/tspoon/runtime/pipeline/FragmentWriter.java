/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.protocol.Vote;
import io.tspoon.protocol.Weight;
import io.tspoon.runtime.transport.AbortReasonCodec;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.FragmentKind;
import io.tspoon.runtime.transport.KeyValues;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.transaction.AbortReason;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Arrays;

/**
 * Writes the children of a fragment and divides its weight among them.
 *
 * <p>The number of children is known only when user code has returned. So their rows are
 * remembered, and get their shares in {@link #end}; no block may be sent in between. A fragment
 * without children writes an empty marker, which carries its weight to the close operator.
 */
public final class FragmentWriter {
    private final Outputs outputs;
    private final AbortReasonCodec reasons = new AbortReasonCodec();

    private Block[] blocks = new Block[16];
    private int[] rows = new int[16];
    private int children;

    private int coordinator;
    private int slot;
    private long timestamp;

    /** Bits added to the kind of children for stateful operators. */
    private int kindToState;

    /**
     * Length of the last child's block payload before the child was written; negative if the child
     * was taken back.
     */
    private int payloadBeforeLast;

    private boolean large;

    /**
     * Whether the attempt depends on another one and no row to the close operator has said so yet.
     */
    private boolean depends;

    private int sourceSlot;
    private long sourceTimestamp;

    /** Row of the last report while an element may still be added to it, else -1. */
    private int openReport = -1;

    public FragmentWriter(Outputs outputs) {
        this.outputs = outputs;
    }

    /** Begins a fragment. */
    public void begin(int ofCoordinator, int ofSlot, long ofTimestamp) {
        coordinator = ofCoordinator;
        slot = ofSlot;
        timestamp = ofTimestamp;
        children = 0;
        kindToState = 0;
        depends = false;
    }

    /** Marks the children as derived from a tentative version, which may never be committed. */
    public void speculates() {
        kindToState = FragmentKind.SPECULATIVE;
    }

    /** The attempt has read a tentative version of another attempt; the next report says so. */
    public void dependsOn(int slotOfSource, long timestampOfSource) {
        depends = true;
        sourceSlot = slotOfSource;
        sourceTimestamp = timestampOfSource;
    }

    /** Writes a child for a stateful operator. */
    public <T> void toState(int operator, int instance, TypeSerializer<T> serializer, T element)
            throws IOException {
        Block block = outputs.toState(operator, instance);
        child(block, kindToState);
        serialize(serializer, element, block);
    }

    /**
     * Leaves nothing behind if it fails, because the user code that emits the element may catch the
     * exception and go on.
     */
    private <T> void serialize(TypeSerializer<T> serializer, T element, Block block)
            throws IOException {
        try {
            serializer.serialize(element, block.payload());
        } catch (Throwable e) {
            takeBackLast();
            throw e;
        }
    }

    /** Writes an element that leaves the t-graph. */
    public <T> void toResult(TypeSerializer<T> serializer, T element) throws IOException {
        Block block = outputs.toClose(coordinator);
        if (openReport < 0) {
            child(block, FragmentKind.ELEMENT);
            serialize(serializer, element, block);
            return;
        }
        int end = block.payload().length();
        try {
            serializer.serialize(element, block.payload());
        } catch (Throwable e) {
            block.payload().setPosition(end);
            throw e;
        }
        block.addKind(openReport, FragmentKind.ELEMENT);
        openReport = -1;
    }

    /** Lets the value that was just reported leave the t-graph, too, as the only element. */
    public void reportedValueToResult() {
        outputs.toClose(coordinator)
                .addKind(openReport, FragmentKind.ELEMENT | FragmentKind.ELEMENT_IS_VALUE);
        openReport = -1;
    }

    /** Votes RETRY because the access came too late. */
    public void refuse() {
        child(outputs.toClose(coordinator), voteKind(Vote.RETRY, false));
    }

    /**
     * Votes RETRY because a function failed, perhaps only because its input derives from a
     * tentative version.
     */
    public void repeat(boolean held) throws IOException {
        report(outputs.toClose(coordinator), voteKind(Vote.RETRY, held) | FragmentKind.SPECULATIVE);
    }

    /**
     * Votes COMMIT, to report that the participant holds something, or merely that it got the
     * fragment.
     */
    public void report(boolean held) throws IOException {
        openReport = report(outputs.toClose(coordinator), voteKind(Vote.COMMIT, held));
    }

    private int report(Block block, int kind) throws IOException {
        if (!depends) {
            return child(block, kind);
        }
        depends = false;
        int row = child(block, kind | FragmentKind.DEPENDENT);
        block.payload().writeInt(sourceSlot);
        block.payload().writeLong(sourceTimestamp);
        return row;
    }

    /**
     * Reports a write of one state.
     *
     * @param kind of the fragment, apart from what follows from the value
     * @param value the new value; null if the key was deleted
     */
    public <K, V> void reportWrite(
            int kind,
            TypeSerializer<K> keySerializer,
            K key,
            TypeSerializer<V> valueSerializer,
            @Nullable V value)
            throws IOException {
        Block block = outputs.toClose(coordinator);
        int deleted = value == null ? FragmentKind.DELETED : 0;
        openReport = report(block, kind | FragmentKind.WRITTEN | deleted);
        keySerializer.serialize(key, block.payload());
        if (value != null) {
            valueSerializer.serialize(value, block.payload());
        }
    }

    /**
     * Reports writes to several states of one key.
     *
     * @param kind of the fragment, apart from what follows from the values
     */
    public <K> void reportWrites(
            int kind,
            TypeSerializer<K> keySerializer,
            K key,
            TypeSerializer<?>[] valueSerializers,
            KeyValues values)
            throws IOException {
        Block block = outputs.toClose(coordinator);
        openReport = report(block, kind | FragmentKind.WRITTEN);
        keySerializer.serialize(key, block.payload());
        values.serialize(valueSerializers, block.payload());
    }

    /** Votes ABORT, with a reason. */
    public void abort(AbortReason reason, boolean held) throws IOException {
        Block block = outputs.toClose(coordinator);
        report(block, voteKind(Vote.ABORT, held));
        reasons.write(reason, block.payload());
    }

    /**
     * Removes the last child, if any, which may be only partly written. Works for one child only.
     */
    public void takeBackLast() {
        openReport = -1;
        if (children > 0 && payloadBeforeLast >= 0) {
            blocks[--children].removeLast(payloadBeforeLast);
            payloadBeforeLast = -1;
        }
    }

    /**
     * Divides the weight of the fragment among its children.
     *
     * <p>A child that goes to the close operator is never divided again. So if other children go on
     * to stateful operators, it gets the least weight, one unit, and the others share the rest.
     * Otherwise, the reports of a long row of operators would use up the weight that elements need
     * to be multiplied.
     */
    public void end(long weight) {
        openReport = -1;
        Block close = outputs.toClose(coordinator);
        if (children == 0) {
            child(close, voteKind(Vote.COMMIT, false));
        }
        int closing = closingBeside(close);
        long divisible = Weight.divisible(weight, children);
        long least = Weight.least(divisible);
        int going = 0;
        for (int i = 0; i < children; i++) {
            boolean ends = closing > 0 && blocks[i] == close;
            long share =
                    ends ? least : Weight.share(divisible - closing, children - closing, going++);
            blocks[i].setWeight(rows[i], share);
            large |= blocks[i].isLarge();
        }
    }

    /** The number of children that go to the close operator if others go elsewhere, else 0. */
    private int closingBeside(Block close) {
        int closing = 0;
        for (int i = 0; i < children && children > 1; i++) {
            closing += blocks[i] == close ? 1 : 0;
        }
        return closing == children ? 0 : closing;
    }

    /** Whether a block has become large since the last call. */
    public boolean takeLarge() {
        boolean taken = large;
        large = false;
        return taken;
    }

    private static int voteKind(Vote vote, boolean held) {
        return FragmentKind.of(vote) | (held ? FragmentKind.HELD : 0);
    }

    private int child(Block block, int kind) {
        if (children == rows.length) {
            blocks = Arrays.copyOf(blocks, children * 2);
            rows = Arrays.copyOf(rows, children * 2);
        }
        openReport = -1;
        payloadBeforeLast = block.payload().length();
        int row = block.append(slot, timestamp, kind);
        // Usually the block is the same as last time, and a reference store costs more than a
        // comparison.
        if (blocks[children] != block) {
            blocks[children] = block;
        }
        rows[children++] = row;
        return row;
    }
}
