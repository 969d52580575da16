/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.log.ForwardingLog;
import io.tspoon.log.ForwardingLogWriter;
import io.tspoon.log.LogFailure;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import java.io.IOException;

/** A log; or the process is killed before outcomes are in it, or before anybody hears of them. */
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

    private static final class Writer extends ForwardingLogWriter {
        private final CrashPoint crashes;

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
            crashes.pass(CrashKind.BEFORE_LOG);
            super.append(ticket, records, length);
        }
    }
}
