/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Write-ahead logs: their content, byte by byte, and where they are stored.
 *
 * <p>Independent of the protocol and the operators. Imported by the operators, by the API, and by
 * users who implement a log of their own.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.log;

import org.jspecify.annotations.NullMarked;
