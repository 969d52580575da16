/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;

import java.io.IOException;
import java.util.List;

/** Forwards all calls to another log. Override methods to measure, disturb or rename. */
@PublicEvolving
public abstract class ForwardingLog implements WriteAheadLog {
    private static final long serialVersionUID = 1L;

    private final WriteAheadLog log;

    /**
     * @param log receives the calls that are not overridden
     */
    protected ForwardingLog(WriteAheadLog log) {
        this.log = log;
    }

    /** Returns the log that receives the calls. */
    protected final WriteAheadLog log() {
        return log;
    }

    /** Returns the name of the t-graph in the other log; the same name unless overridden. */
    protected String nameOf(String graph) {
        return graph;
    }

    @Override
    public int maxTransactionBytes() {
        return log.maxTransactionBytes();
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
