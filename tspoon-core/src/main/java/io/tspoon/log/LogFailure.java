/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

/** Hears that a log cannot be written any more. */
@FunctionalInterface
public interface LogFailure {
    /** Called once, on a thread of the log; nothing becomes durable afterwards. */
    void failed(Throwable cause);
}
