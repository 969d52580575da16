/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.transport.Block;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;

/** Hands the fragments of each block on when it arrives; serves PL1 to PL3. */
final class ArrivingFragments<I> implements Intake {
    private final TypeSerializer<I> serializer;
    private final Progress progress;
    private final FragmentProcessor<I, ?, ?, ?> processor;

    ArrivingFragments(
            TypeSerializer<I> serializer,
            Progress progress,
            FragmentProcessor<I, ?, ?, ?> processor) {
        this.serializer = serializer;
        this.progress = progress;
        this.processor = processor;
    }

    @Override
    public void arrived(Block block) throws Exception {
        DataInputDeserializer payload = block.readPayload();
        for (int row = 0; row < block.size(); row++) {
            progress.seen(block.timestamp(row));
            I element = serializer.deserialize(payload);
            processor.add(element, block, row);
        }
        block.checkConsumed();
        processor.process();
    }

    @Override
    public void release(Block block) {
        block.release();
    }

    @Override
    public long promise() {
        return Timestamps.NONE;
    }

    @Override
    public void ended(int coordinator) {}

    @Override
    public int held() {
        return 0;
    }

    @Override
    public int heldBack() {
        return 0;
    }
}
