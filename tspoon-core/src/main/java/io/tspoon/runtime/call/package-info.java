/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Calls at the coordinator that owns their keys: they wait for a place, become transactions, and
 * their outcomes are retained, so that a call is executed at most once.
 *
 * <p>Source: S-Store, section 2.4 (OLTP transactions). The words are those of {@code
 * docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.call;

import org.jspecify.annotations.NullMarked;
