/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Converts keys and values to JSON and back, in the same way in servers and clients. Depends on no
 * other package of tspoon.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.query.json;

import org.jspecify.annotations.NullMarked;
