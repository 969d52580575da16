/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import java.util.Locale;

/** The operations that servers ask of each other. {@link LocalPeer} describes their bodies. */
public enum Operation {
    /** Types and sizes of the instances of a t-graph. */
    DESCRIBE,
    /** The status of the coordinators of a t-graph. */
    STATUS,
    /** The instances that own keys. */
    OWNERS,
    /** Pins instances. */
    PIN,
    /** Sets the snapshot of pins. */
    SETTLE,
    /** Gives up pins. */
    UNPIN,
    /** Reads keys. */
    READ,
    /** Lists entries of one instance. */
    SCAN,
    /** Computes totals of one instance. */
    AGGREGATE;

    /** The last part of the operation's path. */
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
