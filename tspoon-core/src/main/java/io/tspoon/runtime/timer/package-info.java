/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Timers of keys: which ones a key has, which keys are due, and what travels when one fires.
 * Design: ADR 0040.
 *
 * <p>Imports no other package of the runtime. Imported by the shapes, which keep the timers of a
 * key, by the stateful operators, which know what is due, by open, where timers become
 * transactions, and by the API.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.timer;

import org.jspecify.annotations.NullMarked;
