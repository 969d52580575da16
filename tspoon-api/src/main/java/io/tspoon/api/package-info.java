/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What users type: transactional subgraphs over a {@code DataStream}, isolation levels, settings,
 * functions and results.
 *
 * <p>Users import this package and {@link io.tspoon.transaction}. It builds the Flink graph out of
 * the operators in {@link io.tspoon.runtime}, and does not import {@code io.tspoon.query}.
 */
@NullMarked
package io.tspoon.api;

import org.jspecify.annotations.NullMarked;
