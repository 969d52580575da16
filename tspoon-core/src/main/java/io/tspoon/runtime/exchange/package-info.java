/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Values that flow between the keys of one transaction: what travels between the open operator and
 * the participants for each key, and how a function that gets all of the values names them.
 *
 * <p>Imported by the plans, by the open and the close operators, and by the API.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.exchange;

import org.jspecify.annotations.NullMarked;
