/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/**
 * Writes lines to one file, exactly once and with parallelism 1. A checkpoint contains the length
 * of the file, and a restored job cuts off what was written after the checkpoint. So after a
 * failure a reader may see lines disappear that are then written again.
 *
 * <p>The path is on the machine that runs the task, so use a shared directory on a cluster. A file
 * from an earlier run is replaced.
 */
final class TextFileSink implements Sink<String>, SupportsWriterState<String, Long> {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final String header;
    private final boolean lazy;

    /**
     * @param header first line; empty for none
     * @param lazy whether to create the file only with the first line
     */
    TextFileSink(String path, String header, boolean lazy) {
        this.path = path;
        this.header = header;
        this.lazy = lazy;
    }

    @Override
    public SinkWriter<String> createWriter(WriterInitContext context) throws IOException {
        return writer(context, 0);
    }

    @Override
    public StatefulSinkWriter<String, Long> restoreWriter(
            WriterInitContext context, Collection<Long> lengths) throws IOException {
        long length = lengths.stream().mapToLong(Long::longValue).max().orElse(0);
        return writer(context, length);
    }

    @Override
    public SimpleVersionedSerializer<Long> getWriterStateSerializer() {
        return new LengthSerializer();
    }

    private TextFileWriter writer(WriterInitContext context, long length) throws IOException {
        TextFileWriter writer =
                new TextFileWriter(path, header, length, context.getProcessingTimeService());
        if (lazy && length == 0) {
            Files.deleteIfExists(Path.of(path));
        } else {
            writer.open();
        }
        return writer;
    }

    /** Serializes a length as 8 bytes. */
    private static final class LengthSerializer implements SimpleVersionedSerializer<Long> {
        private static final int VERSION = 1;

        @Override
        public int getVersion() {
            return VERSION;
        }

        @Override
        public byte[] serialize(Long length) {
            return ByteBuffer.allocate(Long.BYTES).putLong(length).array();
        }

        @Override
        public Long deserialize(int version, byte[] bytes) throws IOException {
            if (version != VERSION) {
                throw new IOException("Cannot restore file: unknown version, version=" + version);
            }
            return ByteBuffer.wrap(bytes).getLong();
        }
    }
}
