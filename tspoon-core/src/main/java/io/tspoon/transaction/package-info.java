/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Values that name and describe transactions, shared by the engine and its users: isolation levels
 * and settings, the arguments of functions, and results.
 *
 * <p>Every package may import this one. It imports no other package of tspoon, and of Flink only
 * the type information classes and their exception.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.transaction;

import org.jspecify.annotations.NullMarked;
