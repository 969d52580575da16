/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tolls of expressways by how many drive there and how fast: the toll query of Linear Road (Arasu
 * et al., VLDB 2004), with its accidents and its questions.
 *
 * <p>It imports what a user's job would: {@link io.tspoon.api} and {@link io.tspoon.transaction}.
 * No other package imports it. Start reading at {@code LinearRoadGraph}; {@code SerialRoad} says
 * the same without a t-graph.
 */
@NullMarked
package io.tspoon.examples.linearroad;

import org.jspecify.annotations.NullMarked;
