/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.jspecify.annotations.Nullable;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Future;

/** The writer of a {@link TextFileSink}. Lines reach the file within {@link #DELAY_MS}. */
final class TextFileWriter implements StatefulSinkWriter<String, Long> {
    private static final long DELAY_MS = 200;

    private final Path path;
    private final String header;
    private final ProcessingTimeService time;
    private @Nullable OutputStream file;
    private long length;
    private @Nullable Future<?> nextFlush;

    /**
     * @param length length to which the file is cut when it is opened
     */
    TextFileWriter(String path, String header, long length, ProcessingTimeService time) {
        this.path = Path.of(path);
        this.header = header;
        this.length = length;
        this.time = time;
    }

    /** Opens the file now; otherwise the first line opens it. */
    OutputStream open() throws IOException {
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.size() < length) {
            channel.close();
            throw new IOException(
                    "Cannot go on writing: the file is shorter than at the checkpoint, file="
                            + path
                            + ", bytes="
                            + length
                            + ". Use a directory that all TaskManagers share.");
        }
        channel.truncate(length).position(length);
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
        file = out;
        if (length == 0 && !header.isEmpty()) {
            append(out, header);
        }
        return out;
    }

    @Override
    public void write(String line, Context context) throws IOException {
        OutputStream out = file == null ? open() : file;
        append(out, line);
        if (nextFlush == null) {
            nextFlush =
                    time.registerTimer(time.getCurrentProcessingTime() + DELAY_MS, now -> flush());
        }
    }

    @Override
    public void flush(boolean endOfInput) throws IOException {
        flush();
    }

    @Override
    public List<Long> snapshotState(long checkpointId) throws IOException {
        flush();
        return List.of(length);
    }

    @Override
    public void close() throws IOException {
        if (nextFlush != null) {
            nextFlush.cancel(false);
        }
        if (file != null) {
            file.close();
        }
    }

    private void append(OutputStream out, String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        out.write(bytes);
        length += bytes.length;
    }

    private void flush() throws IOException {
        nextFlush = null;
        if (file != null) {
            file.flush();
        }
    }
}
