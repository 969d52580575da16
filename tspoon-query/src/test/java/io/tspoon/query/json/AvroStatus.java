/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

/** Of the schema of {@link AvroAccount}. */
public enum AvroStatus {
    OPEN,
    CLOSED
}
