/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What requests may ask for: consistency, filters, ranges of keys, projections, aggregates, pages;
 * read from JSON, and applied to JSON. No code of a request is ever executed.
 */
@NullMarked
package io.tspoon.query.request;

import org.jspecify.annotations.NullMarked;
