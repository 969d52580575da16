/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The home, with its subpackages, of code that depends on classes of Flink outside its public
 * interface.
 *
 * <p>Only other packages of tspoon import it; users do not. Incompatible changes in a new Flink
 * version should break code only here, so keep it small.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.flink;

import org.jspecify.annotations.NullMarked;
