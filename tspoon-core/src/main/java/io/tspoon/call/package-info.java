/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Calls: transactions that come from outside the job, beside the elements of its streams. A query
 * server takes them from its clients and hands them to the coordinator that owns their key. Imports
 * only values.
 *
 * <p>Source: S-Store, section 2.4 (OLTP transactions beside streaming ones). The words are those of
 * {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.call;

import org.jspecify.annotations.NullMarked;
