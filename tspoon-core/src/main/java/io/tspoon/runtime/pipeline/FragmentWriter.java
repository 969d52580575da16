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
 * Writes what becomes of one fragment: its children, among which its weight is divided.
 *
 * <p>How many children there will be is known only when user code has returned, so their rows are
 * remembered and get their shares in {@link #end}. A fragment without any child leaves an empty
 * marker, which takes its weight to the close operator. No block may be sent in between.
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

    /** Of the children for stateful operators. */
    private int kindToState;

    /** Length of its block's payload before the last child; negative if that was taken back. */
    private int payloadBeforeLast;

    private boolean large;

    /** What the attempt depends on, until a row to the close operator has said so. */
    private boolean depends;

    private int sourceSlot;
    private long sourceTimestamp;

    /** The report of a write, while an element may still ride along with it. */
    private int openReport = -1;

    public FragmentWriter(Outputs outputs) {
        this.outputs = outputs;
    }

    /** Begins with the children of a fragment. */
    public void begin(int ofCoordinator, int ofSlot, long ofTimestamp) {
        coordinator = ofCoordinator;
        slot = ofSlot;
        timestamp = ofTimestamp;
        children = 0;
        kindToState = 0;
        depends = false;
    }

    /** What the children are made of may never be committed; they say so. */
    public void speculates() {
        kindToState = FragmentKind.SPECULATIVE;
    }

    /** The attempt has seen a tentative version of another one; the next report says so. */
    public void dependsOn(int slotOfSource, long timestampOfSource) {
        depends = true;
        sourceSlot = slotOfSource;
        sourceTimestamp = timestampOfSource;
    }

    /** A child for a stateful operator. */
    public <T> void toState(int operator, int instance, TypeSerializer<T> serializer, T element)
            throws IOException {
        Block block = outputs.toState(operator, instance);
        child(block, kindToState);
        serialize(serializer, element, block);
    }

    /** Leaves nothing behind if it fails: who emits the element may catch that and go on. */
    private <T> void serialize(TypeSerializer<T> serializer, T element, Block block)
            throws IOException {
        try {
            serializer.serialize(element, block.payload());
        } catch (Throwable e) {
            takeBackLast();
            throw e;
        }
    }

    /** An element that leaves the t-graph. */
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

    /** The value that was just reported leaves the t-graph, too, as the only element. */
    public void reportedValueToResult() {
        outputs.toClose(coordinator)
                .addKind(openReport, FragmentKind.ELEMENT | FragmentKind.ELEMENT_IS_VALUE);
        openReport = -1;
    }

    /** The access came too late. */
    public void refuse() {
        child(outputs.toClose(coordinator), voteKind(Vote.RETRY, false));
    }

    /** A function has failed, maybe because what it works on derives from a tentative version. */
    public void repeat(boolean held) throws IOException {
        report(outputs.toClose(coordinator), voteKind(Vote.RETRY, held) | FragmentKind.SPECULATIVE);
    }

    /** The participant holds something, or has nothing to say but that it got the fragment. */
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
     * A write: the key and its new value; null if it was deleted.
     *
     * @param kind of the fragment, as far as it does not follow from the value
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
     * Writes to several states of one key.
     *
     * @param kind of the fragment, as far as it does not follow from the values
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

    /** A vote for the abort, with its reason. */
    public void abort(AbortReason reason, boolean held) throws IOException {
        Block block = outputs.toClose(coordinator);
        report(block, voteKind(Vote.ABORT, held));
        reasons.write(reason, block.payload());
    }

    /** Takes back the last child, if any, once: it may be written in part only. */
    public void takeBackLast() {
        openReport = -1;
        if (children > 0 && payloadBeforeLast >= 0) {
            blocks[--children].removeLast(payloadBeforeLast);
            payloadBeforeLast = -1;
        }
    }

    /**
     * Divides the weight of the fragment among its children. What goes to the close operator is not
     * divided any more: beside elements that go on it gets as little as there is, so that elements
     * can be divided as often as they are multiplied, however many operators there are in a row.
     */
    public void end(long weight) {
        openReport = -1;
        Block close = outputs.toClose(coordinator);
        if (children == 0) {
            child(close, voteKind(Vote.COMMIT, false));
        }
        int closing = closingBeside(close);
        int going = 0;
        for (int i = 0; i < children; i++) {
            boolean ends = closing > 0 && blocks[i] == close;
            long share = ends ? 1 : Weight.share(weight - closing, children - closing, going++);
            blocks[i].setWeight(rows[i], share);
            large |= blocks[i].isLarge();
        }
    }

    /** How many children go to the close operator, if others go elsewhere; else 0. */
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
        // Usually it is the same one as last time; a reference store costs more than a comparison.
        if (blocks[children] != block) {
            blocks[children] = block;
        }
        rows[children++] = row;
        return row;
    }
}
