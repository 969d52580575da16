/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The API that users program against: transactional subgraphs over a {@code DataStream}, their
 * settings, states and functions.
 *
 * <p>Users import this package and {@link io.tspoon.transaction}. It builds the Flink graph from
 * the operators in {@link io.tspoon.runtime}, and does not import {@code io.tspoon.query}.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.api;

import org.jspecify.annotations.NullMarked;
