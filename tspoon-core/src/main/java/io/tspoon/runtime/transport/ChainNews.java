/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

/** What a participant says of a transaction in its chains (ADR 0033). The order is on the wire. */
@Internal
public enum ChainNews {
    /** Its part there fails. */
    OBJECTION,
    /** Its part there does not fail after all. */
    WITHDRAWAL,
    /** The notice to assume that it aborts was applied. */
    APPLIED_ABORT,
    /** The notice to assume that it commits again was applied. */
    APPLIED_COMMIT
}
