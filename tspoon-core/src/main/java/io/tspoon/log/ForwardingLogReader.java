/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** Forwards all calls to another reader. Override methods to measure or disturb. */
@PublicEvolving
public abstract class ForwardingLogReader implements LogReader {
    private final LogReader reader;

    /**
     * @param reader receives the calls that are not overridden
     */
    protected ForwardingLogReader(LogReader reader) {
        this.reader = reader;
    }

    @Override
    public boolean nextSegment() throws IOException {
        return reader.nextSegment();
    }

    @Override
    public long position() {
        return reader.position();
    }

    @Override
    public byte[] header() {
        return reader.header();
    }

    @Override
    public byte @Nullable [] nextRecord() throws IOException {
        return reader.nextRecord();
    }

    @Override
    public String place() {
        return reader.place();
    }

    @Override
    public long tornBytes() {
        return reader.tornBytes();
    }

    @Override
    public String tornPlace() {
        return reader.tornPlace();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
