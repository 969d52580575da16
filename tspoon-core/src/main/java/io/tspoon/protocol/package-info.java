/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The transaction protocol as plain classes: it decides which access may read and write, which
 * attempt commits, and which must be retried. Each subject has a package below this one; here is
 * what they share.
 *
 * <p>The package depends neither on Flink, but for its marks of stability, nor on any package of
 * tspoon except {@link io.tspoon.transaction}. It has no clock, no random source and no thread of
 * its own: all of these are passed in. {@link io.tspoon.runtime} and the API import it; users do
 * not. The decision records (ADRs) that its comments name are in docs/adr.
 *
 * <p>Methods whose names begin with {@code prefetch} load into the processor's cache what the next
 * loop will need. They are called in loops of their own, in which the processor waits for many
 * memory accesses at once instead of one after the other. They change nothing. The number that they
 * return has no meaning: it is stored in a field {@code prefetched}, which only keeps the compiler
 * from removing the loads.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.protocol;

import org.jspecify.annotations.NullMarked;
