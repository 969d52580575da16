/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Routes reads: finds the owners of keys, acquires snapshots over all instances of a t-graph, and
 * merges the answers of the instances. Runs the same in every server and in the gateway, which has
 * no instances of its own. Takes and gives values; knows nothing of HTTP, nor of the names of
 * fields.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.query.route;

import org.jspecify.annotations.NullMarked;
