/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.log.ForwardingLogWriter;
import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import java.io.IOException;
import java.util.List;

/** A log; or the process is killed before outcomes are in it, or before anybody hears of them. */
record CrashingLog(WriteAheadLog log, CrashPoint crashes) implements WriteAheadLog {
    @Override
    public void validate() {
        log.validate();
    }

    @Override
    public List<Integer> parts(String graph) throws IOException {
        return log.parts(graph);
    }

    @Override
    public LogWriter openWriter(String graph, int part, LogFailure failure) throws IOException {
        return new Writer(log.openWriter(graph, part, failure), crashes);
    }

    @Override
    public LogReader openReader(String graph, int part, long position) throws IOException {
        return log.openReader(graph, part, position);
    }

    @Override
    public long shut(String graph, int part) throws IOException {
        return log.shut(graph, part);
    }

    @Override
    public void deleteBefore(String graph, int part, long position) throws IOException {
        log.deleteBefore(graph, part, position);
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
