/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.anomalies;

/**
 * What an access saw.
 *
 * @param operation the access
 * @param value of its key before the access; 0 for a write, which sees nothing
 */
public record Observation(Operation operation, long value) {}
