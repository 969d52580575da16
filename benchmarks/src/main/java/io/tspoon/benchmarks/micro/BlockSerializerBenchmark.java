/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.micro;

import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.BlockSerializer;
import io.tspoon.runtime.transport.CoordinatorToParticipant;

import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * What does it cost to write a full block and to read it again?
 *
 * <p>256 fragments with a movement of 20 bytes each, and 256 decisions: what goes from an open to a
 * stateful operator under load.
 */
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BlockSerializerBenchmark {
    private static final int ROWS = 256;
    private static final int COMMIT = 0;
    private static final int CAPACITY_BYTES = 32 * 1024;

    private final CoordinatorToParticipant block = new CoordinatorToParticipant(0);
    private final BlockSerializer serializer = BlockSerializer.forParticipants();
    private final DataOutputSerializer out = new DataOutputSerializer(CAPACITY_BYTES);
    private final DataInputDeserializer in = new DataInputDeserializer();
    private byte[] bytes;

    /** Fills a block and keeps its bytes. */
    @Setup
    public void fill() throws IOException {
        for (int row = 0; row < ROWS; row++) {
            long timestamp = row + 1L;
            block.fragments().append(row, timestamp);
            block.fragments().payload().writeInt(row);
            block.fragments().payload().writeLong(row);
            block.fragments().payload().writeLong(timestamp);
            block.decisions().append(row, timestamp, COMMIT);
        }
        serialize();
        bytes = out.getCopyOfBuffer();
    }

    /** Writes the block. */
    @Benchmark
    public int serialize() throws IOException {
        out.clear();
        serializer.serialize(block, out);
        return out.length();
    }

    /** Reads the block, without what the fragments carry. */
    @Benchmark
    public Block deserialize() throws IOException {
        in.setBuffer(bytes);
        Block read = serializer.deserialize(in);
        read.release();
        return read;
    }
}
