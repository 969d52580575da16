/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.log.ForwardingLog;
import io.tspoon.log.WriteAheadLog;

import org.apache.flink.annotation.Internal;

/**
 * The log of a t-graph whose operators' uids use another name than the t-graph's. The log is kept
 * under the name in the uids, as the state is, so that both are found after the t-graph is renamed.
 * Messages use the name of the t-graph.
 */
@Internal
public final class NamedLog extends ForwardingLog {
    private static final long serialVersionUID = 1L;

    private final String name;

    /**
     * @param log where outcomes are logged
     * @param name what the uids begin with instead of the t-graph's name
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
