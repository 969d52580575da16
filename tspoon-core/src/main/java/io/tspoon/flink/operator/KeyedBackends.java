/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.runtime.state.KeyedStateBackend;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State backends that may take a job down later, as they cannot do something that is asked of them.
 * They are known by the names of their classes, which need not be there.
 */
public final class KeyedBackends {
    private static final Logger LOG = LoggerFactory.getLogger(KeyedBackends.class);
    private static final String FORST = "org.apache.flink.state.forst.";

    private KeyedBackends() {}

    /** Says in Flink's log what to avoid on this backend. */
    public static void warn(@Nullable KeyedStateBackend<?> backend, String graph, String state) {
        if (backend != null && takesNativeSavepointsOnly(backend.getClass().getName())) {
            LOG.warn(
                    "Request savepoints with --type native: on the state backend ForSt, Flink fails"
                            + " the job when one is requested in the default format, graph={},"
                            + " state={}",
                    graph,
                    state);
        }
    }

    static boolean takesNativeSavepointsOnly(String backend) {
        return backend.startsWith(FORST);
    }
}
