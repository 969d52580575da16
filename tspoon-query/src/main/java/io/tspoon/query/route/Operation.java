/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import java.util.Locale;

/** What servers ask of each other. Bodies are in {@link LocalPeer}. */
public enum Operation {
    /** Types and sizes of the instances of a t-graph. */
    DESCRIBE,
    /** How the coordinators of a t-graph are doing. */
    STATUS,
    /** Which instances own keys. */
    OWNERS,
    /** Pins instances. */
    PIN,
    /** Says which snapshot pins are for. */
    SETTLE,
    /** Gives up pins. */
    UNPIN,
    /** Reads keys. */
    READ,
    /** Lists entries of one instance. */
    SCAN,
    /** Computes totals of one instance. */
    AGGREGATE;

    /** The last part of the path. */
    public String path() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The operation of a path. */
    public static Operation ofPath(String path) {
        for (Operation operation : values()) {
            if (operation.path().equals(path)) {
                return operation;
            }
        }
        throw new QueryException(
                FailureReason.UNKNOWN_PATH, "Cannot find operation: there is no such path.");
    }
}
