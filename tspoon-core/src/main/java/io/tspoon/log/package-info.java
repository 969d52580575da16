/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Write-ahead logs: what they hold, byte by byte, and where they are kept.
 *
 * <p>Knows nothing of the protocol or the operators; those import it.
 */
@NullMarked
package io.tspoon.log;

import org.jspecify.annotations.NullMarked;
