/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a running job lets others read: the instances of its states, as snapshots at one timestamp,
 * and how its coordinators are doing.
 *
 * <p>A query server implements {@link io.tspoon.read.ReadServiceFactory}; the operators of a
 * t-graph start it and register what they have. Imports values only.
 */
@NullMarked
package io.tspoon.read;

import org.jspecify.annotations.NullMarked;
