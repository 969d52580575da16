/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.io.IOException;
import java.util.List;

/** Hands all on to another log; for those that measure, disturb or rename some of it. */
public abstract class ForwardingLog implements WriteAheadLog {
    private static final long serialVersionUID = 1L;

    private final WriteAheadLog log;

    /**
     * @param log does what is not overridden
     */
    protected ForwardingLog(WriteAheadLog log) {
        this.log = log;
    }

    /** The log that all is handed on to. */
    protected final WriteAheadLog log() {
        return log;
    }

    /** Under which name the t-graph is there; its own unless this is overridden. */
    protected String nameOf(String graph) {
        return graph;
    }

    @Override
    public void validate() {
        log.validate();
    }

    @Override
    public List<Integer> parts(String graph) throws IOException {
        return log.parts(nameOf(graph));
    }

    @Override
    public LogWriter openWriter(String graph, int part, LogFailure failure) throws IOException {
        return log.openWriter(nameOf(graph), part, failure);
    }

    @Override
    public LogReader openReader(String graph, int part, long position) throws IOException {
        return log.openReader(nameOf(graph), part, position);
    }

    @Override
    public long shut(String graph, int part) throws IOException {
        return log.shut(nameOf(graph), part);
    }

    @Override
    public void deleteBefore(String graph, int part, long position) throws IOException {
        log.deleteBefore(nameOf(graph), part, position);
    }

    @Override
    public String toString() {
        return log.toString();
    }
}
