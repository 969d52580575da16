/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import org.apache.flink.annotation.Internal;

/** In which order the results of one coordinator leave. */
@Internal
public enum ResultOrder {
    /** As soon as their transactions are over. */
    AS_READY,
    /** In the order in which their transactions have entered, which is that of their timestamps. */
    OF_ENTRY
}
