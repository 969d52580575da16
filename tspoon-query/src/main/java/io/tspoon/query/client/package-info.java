/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Java client of the query endpoint: typed keys and values, one consistent snapshot for each
 * question, failures as values.
 *
 * <p>Start at {@link io.tspoon.query.client.QueryClient}. Programs outside the job import this
 * package; it needs the JDK's HTTP client and Jackson, and no running Flink.
 */
@NullMarked
package io.tspoon.query.client;

import org.jspecify.annotations.NullMarked;
