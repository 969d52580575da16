/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps the blocks that an operator sends, as their receivers would read them.
 *
 * @param <S> blocks for stateful operators
 * @param <C> blocks for close operators
 */
public final class SentBlocks<S extends Block, C extends Block>
        implements Output<StreamRecord<Block>> {
    private record Sent(OutputTag<?> edge, int target, Block block) {}

    private final List<Sent> sent = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private Consumer<Block> listener = block -> {};

    private SentBlocks() {}

    public static SentBlocks<CoordinatorToParticipant, CoordinatorToClose> ofCoordinator() {
        return new SentBlocks<>();
    }

    public static SentBlocks<ParticipantToParticipant, ParticipantToClose> ofParticipant() {
        return new SentBlocks<>();
    }

    /** Who hears of each block when it is sent. */
    public void listen(Consumer<Block> consumer) {
        listener = consumer;
    }

    /** What was sent to an instance of a stateful operator since the last call of this kind. */
    public List<S> takeToState(int state, int instance) {
        return take(Outputs.stateTag(state), instance);
    }

    /** What was sent to a close operator since the last call of this kind. */
    public List<C> takeToClose(int coordinator) {
        return take(Outputs.closeTag(), coordinator);
    }

    /**
     * All that was sent since the last call of this kind, in order: the name of the edge for each
     * block, "watermark" with its time, "idle", "active".
     */
    public List<String> takeEvents() {
        List<String> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    /** The block as it comes out of the network. */
    @SuppressWarnings("unchecked") // it is of the same kind
    public static <B extends Block> B received(B block) {
        try {
            byte[] bytes = bytes(block);
            return (B) serializer(block).deserialize(new DataInputDeserializer(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot copy block", e);
        }
    }

    /** The block as it travels. */
    public static byte[] bytes(Block block) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer(block).serialize(block, out);
        return out.getCopyOfBuffer();
    }

    /** What the receiver of such a block has. */
    static BlockSerializer serializer(Block block) {
        return block instanceof ToClose
                ? BlockSerializer.forClose()
                : BlockSerializer.forParticipants();
    }

    @SuppressWarnings("unchecked") // on an edge there is one kind
    private <B extends Block> List<B> take(OutputTag<Block> edge, int target) {
        List<Sent> taken =
                sent.stream().filter(one -> one.edge.equals(edge) && one.target == target).toList();
        sent.removeAll(taken);
        return taken.stream().map(one -> (B) one.block).toList();
    }

    @Override
    public <X> void collect(OutputTag<X> edge, StreamRecord<X> record) {
        Block block = (Block) record.getValue();
        sent.add(new Sent(edge, block.target(), received(block)));
        events.add(edge.getId());
        listener.accept(block);
    }

    @Override
    public void collect(StreamRecord<Block> record) {
        throw new AssertionError("Blocks have edges of their own");
    }

    @Override
    public void emitWatermark(Watermark mark) {
        events.add("watermark " + mark.getTimestamp());
    }

    @Override
    public void emitWatermark(WatermarkEvent watermark) {}

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
        events.add(status.isIdle() ? "idle" : "active");
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {}

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {}

    @Override
    public void close() {}
}
