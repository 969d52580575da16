/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The part of the operators that depends on Flink's internal classes.
 *
 * <p>Imported by the operators in {@code io.tspoon.runtime} and by the checks of {@code
 * io.tspoon.flink}; imports none of tspoon's packages.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.flink.operator;

import org.jspecify.annotations.NullMarked;
