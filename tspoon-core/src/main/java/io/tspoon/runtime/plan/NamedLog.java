/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.log.ForwardingLog;
import io.tspoon.log.WriteAheadLog;

/**
 * The log of a t-graph that has not the name of its uids: it is kept under theirs, as its state is,
 * so that both are found when the t-graph gets another name. Messages go by the t-graph's name.
 */
public final class NamedLog extends ForwardingLog {
    private static final long serialVersionUID = 1L;

    private final String name;

    /**
     * @param log where it is
     * @param name what the uids begin with, in the place of the t-graph's name
     */
    public NamedLog(WriteAheadLog log, String name) {
        super(log);
        this.name = name;
    }

    @Override
    protected String nameOf(String graph) {
        return name;
    }

    @Override
    public String toString() {
        return log() + " under the name " + name;
    }
}
