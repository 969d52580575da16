/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds Adya's anomalies in the recorded history of any run. Knows nothing of how transactions are
 * executed, so tests of every kind may use it.
 */
@NullMarked
package io.tspoon.history;

import org.jspecify.annotations.NullMarked;
