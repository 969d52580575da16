/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The transaction protocol as plain classes: who may read, write, commit or must retry.
 *
 * <p>It imports neither Flink nor any package of tspoon except {@link io.tspoon.transaction}, and
 * has no clock, no random source and no thread of its own: all are handed in. {@link
 * io.tspoon.runtime} and the API import it; users do not.
 *
 * <p>Methods whose names begin with {@code prefetch} load what the next loop is about to need into
 * the processor's cache, in loops of their own, in which it waits for many places at once. They
 * change nothing. The number that they return means nothing: it goes to a field {@code prefetched},
 * which only keeps the compiler from removing the loads.
 */
@NullMarked
package io.tspoon.protocol;

import org.jspecify.annotations.NullMarked;
