/* SPDX-License-Identifier: Apache-2.0 */
/** Transfers that are called over HTTP: how many, how fast, and what they cost a stream. */
@NullMarked
package io.tspoon.benchmarks.calls;

import org.jspecify.annotations.NullMarked;
