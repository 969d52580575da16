/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import java.io.IOException;
import java.util.List;

/**
 * The log of a t-graph that has not the name of its uids: it is kept under theirs, as its state is,
 * so that both are found when the t-graph gets another name. Messages go by the t-graph's name.
 *
 * @param log where it is
 * @param name what the uids begin with, in the place of the t-graph's name
 */
public record NamedLog(WriteAheadLog log, String name) implements WriteAheadLog {
    @Override
    public void validate() {
        log.validate();
    }

    @Override
    public List<Integer> parts(String graph) throws IOException {
        return log.parts(name);
    }

    @Override
    public LogWriter openWriter(String graph, int part, LogFailure failure) throws IOException {
        return log.openWriter(name, part, failure);
    }

    @Override
    public LogReader openReader(String graph, int part, long position) throws IOException {
        return log.openReader(name, part, position);
    }

    @Override
    public long shut(String graph, int part) throws IOException {
        return log.shut(name, part);
    }

    @Override
    public void deleteBefore(String graph, int part, long position) throws IOException {
        log.deleteBefore(name, part, position);
    }

    @Override
    public String toString() {
        return log + " under the name " + name;
    }
}
