/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds the owners of keys, acquires snapshots over all instances of a t-graph, and merges what the
 * instances answer. The same in every server and in the gateway, which has no instance of its own.
 * Knows no HTTP.
 */
@NullMarked
package io.tspoon.query.route;

import org.jspecify.annotations.NullMarked;
