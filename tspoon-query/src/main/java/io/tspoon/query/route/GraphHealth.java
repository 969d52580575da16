/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import org.apache.flink.annotation.Internal;

/** Whether a t-graph can be read. */
@Internal
public enum GraphHealth {
    READY,
    NOT_READY
}
