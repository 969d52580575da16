/* SPDX-License-Identifier: Apache-2.0 */
/** Reads over HTTP beside transfers: how many, how fast, and what they cost the transfers. */
@NullMarked
package io.tspoon.benchmarks.queries;

import org.jspecify.annotations.NullMarked;
