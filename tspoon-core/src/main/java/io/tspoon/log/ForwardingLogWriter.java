/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;

import java.io.IOException;

/** Forwards all calls to another writer. Override methods to measure or disturb. */
@PublicEvolving
public abstract class ForwardingLogWriter implements LogWriter {
    private final LogWriter writer;

    /**
     * @param writer receives the calls that are not overridden
     */
    protected ForwardingLogWriter(LogWriter writer) {
        this.writer = writer;
    }

    @Override
    public void onDurable(Durable listener) {
        writer.onDurable(listener);
    }

    @Override
    public void append(long ticket, byte[] records, int length) {
        writer.append(ticket, records, length);
    }

    @Override
    public long roll(byte[] header) throws IOException {
        return writer.roll(header);
    }

    @Override
    public int maxHeaderBytes() {
        return writer.maxHeaderBytes();
    }

    @Override
    public void deleteBefore(long position) throws IOException {
        writer.deleteBefore(position);
    }

    @Override
    public long bytes() {
        return writer.bytes();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
