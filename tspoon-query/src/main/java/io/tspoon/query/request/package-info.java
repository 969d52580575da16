/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What requests may ask for: consistency, key ranges, filters, projections, aggregates and pages.
 * All of it is read from JSON and applied to JSON; no code of a request is ever executed.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.query.request;

import org.jspecify.annotations.NullMarked;
