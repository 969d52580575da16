/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A t-graph for jobs that are written in Python, in {@code examples/python}.
 *
 * <p>It imports what a user's job would: {@link io.tspoon.api} and {@link io.tspoon.transaction}.
 * No other package imports it.
 */
@NullMarked
package io.tspoon.examples.python;

import org.jspecify.annotations.NullMarked;
