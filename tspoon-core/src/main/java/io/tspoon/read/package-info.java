/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What can be read from a running job: the instances of its states, as snapshots at one timestamp,
 * and the figures of its coordinators.
 *
 * <p>A query server implements {@link io.tspoon.read.ReadServiceFactory}. The operators of a
 * t-graph start it and register their instances. Imports only values, and what takes calls.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.read;

import org.jspecify.annotations.NullMarked;
