/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs the protocol without Flink: coordinators and participants as plain objects, channels as
 * queues, and a scheduler that picks any legal next step by seed. A run depends on nothing but its
 * seed, and is judged by a serial replay, by the history checker and by invariants.
 */
@NullMarked
package io.tspoon.protocol.simulation;

import org.jspecify.annotations.NullMarked;
