/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;

/** Is told when a log can no longer be written. */
@PublicEvolving
@FunctionalInterface
public interface LogFailure {
    /** Called once, on a thread of the log. Nothing becomes durable afterwards. */
    void failed(Throwable cause);
}
