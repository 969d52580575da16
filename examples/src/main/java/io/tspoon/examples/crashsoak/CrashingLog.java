/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.log.ForwardingLog;
import io.tspoon.log.ForwardingLogReader;
import io.tspoon.log.ForwardingLogWriter;
import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/**
 * A log whose user crashes before outcomes are in it, after which it takes none any more, before
 * anybody is told that they are, or while they are read again.
 */
final class CrashingLog extends ForwardingLog {
    private static final long serialVersionUID = 1L;

    private final CrashPoint crashes;

    CrashingLog(WriteAheadLog log, CrashPoint crashes) {
        super(log);
        this.crashes = crashes;
    }

    @Override
    public LogWriter openWriter(String graph, int part, LogFailure failure) throws IOException {
        return new Writer(super.openWriter(graph, part, failure), crashes);
    }

    @Override
    public LogReader openReader(String graph, int part, long position) throws IOException {
        crashes.pass(CrashKind.RECOVERY_READ);
        return new Reader(super.openReader(graph, part, position), crashes);
    }

    private static final class Writer extends ForwardingLogWriter {
        private final CrashPoint crashes;
        private boolean isLost;

        Writer(LogWriter writer, CrashPoint crashes) {
            super(writer);
            this.crashes = crashes;
        }

        @Override
        public void onDurable(Durable listener) {
            super.onDurable(
                    ticket -> {
                        crashes.pass(CrashKind.LOGGED);
                        listener.durable(ticket);
                    });
        }

        @Override
        public void append(long ticket, byte[] records, int length) {
            isLost |= crashes.pass(CrashKind.BEFORE_LOG);
            if (!isLost) {
                super.append(ticket, records, length);
            }
        }
    }

    private static final class Reader extends ForwardingLogReader {
        private final CrashPoint crashes;
        private boolean hasRead;

        Reader(LogReader reader, CrashPoint crashes) {
            super(reader);
            this.crashes = crashes;
        }

        /**
         * Passes the crash point here, because a caller who asks for a record has repeated the one
         * before.
         */
        @Override
        public byte @Nullable [] nextRecord() throws IOException {
            if (hasRead) {
                crashes.pass(CrashKind.RECOVERY_REPLAY);
            }
            byte[] record = super.nextRecord();
            hasRead = record != null;
            return record;
        }
    }
}
