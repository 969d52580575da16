/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

/** Whether a t-graph can be read. */
public enum GraphHealth {
    READY,
    NOT_READY
}
