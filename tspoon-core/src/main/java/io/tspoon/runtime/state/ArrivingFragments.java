/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.state.access.FragmentProcessor;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.runtime.transport.AttemptsToParticipant;
import io.tspoon.runtime.transport.FragmentRows;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;

/** Hands the fragments of each block on when it arrives; serves PL1 to PL3. */
final class ArrivingFragments<I, K, V, O> extends AttemptIntake<I, K, V, O> {
    private final TypeSerializer<I> serializer;
    private final Progress progress;
    private final FragmentProcessor<I, K, V, O> processor;

    ArrivingFragments(
            TypeSerializer<I> serializer,
            Progress progress,
            FragmentProcessor<I, K, V, O> processor,
            Attempts<I, K, V, O> attempts) {
        super(attempts, serializer, processor);
        this.serializer = serializer;
        this.progress = progress;
        this.processor = processor;
    }

    @Override
    public void arrived(AttemptsToParticipant block) throws Exception {
        FragmentRows fragments = block.fragments();
        DataInputDeserializer payload = fragments.readPayload();
        for (int row = 0; row < fragments.size(); row++) {
            progress.seen(fragments.timestamp(row));
            I element = serializer.deserialize(payload);
            processor.add(element, fragments, row);
        }
        fragments.checkConsumed();
        processor.process();
    }

    @Override
    public void release(AttemptsToParticipant block) {
        block.release();
    }

    @Override
    public long promise() {
        return Timestamps.NONE;
    }

    @Override
    public void ended(int coordinator) {}

    @Override
    public int ordered() {
        return 0;
    }

    @Override
    public int heldBack() {
        return 0;
    }
}
