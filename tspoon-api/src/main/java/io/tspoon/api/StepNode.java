/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.Outlet;

/**
 * A stateless operation inside a t-graph while it is built.
 *
 * @param input what it consumes
 * @param outlet the way to it
 * @param output what it emits
 */
record StepNode<O>(StreamNode<?> input, Outlet.ToStep outlet, StreamNode<O> output) {}
