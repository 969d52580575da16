/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Java client of the query endpoint: typed keys and values, one consistent snapshot per question,
 * failures as values.
 *
 * <p>Start at {@link io.tspoon.query.client.QueryClient}. For programs outside the job; needs the
 * JDK's HTTP client and Jackson, but no running Flink.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.query.client;

import org.jspecify.annotations.NullMarked;
