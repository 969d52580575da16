/* SPDX-License-Identifier: Apache-2.0 */
/**
 * S-Store's micro-benchmarks of triggers: steps that follow each other between transactions, within
 * one, or as calls of a client, and what they are after a crash.
 */
@NullMarked
package io.tspoon.benchmarks.triggers;

import org.jspecify.annotations.NullMarked;
