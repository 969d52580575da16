/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogWriter;

/** A writer that makes durable what a test says. */
final class HeardWriter implements LogWriter {
    private Durable listener = ticket -> {};

    @Override
    public void onDurable(Durable durable) {
        listener = durable;
    }

    void durable(long ticket) {
        listener.durable(ticket);
    }

    @Override
    public void append(long ticket, byte[] records, int length) {}

    @Override
    public long roll(byte[] header) {
        return 0;
    }

    @Override
    public void deleteBefore(long position) {}

    @Override
    public long bytes() {
        return 0;
    }

    @Override
    public void close() {}
}
