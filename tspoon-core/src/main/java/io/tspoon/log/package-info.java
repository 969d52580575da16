/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Write-ahead logs: what they hold, byte by byte, and where they are kept.
 *
 * <p>Knows nothing of the protocol or the operators. The operators and the API import it, and users
 * who write a log of their own.
 */
@NullMarked
package io.tspoon.log;

import org.jspecify.annotations.NullMarked;
