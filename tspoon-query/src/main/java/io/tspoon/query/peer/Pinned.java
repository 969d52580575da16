/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

/**
 * Instances are pinned.
 *
 * @param timestamp the highest that any of them has applied
 */
public record Pinned(long timestamp) {}
