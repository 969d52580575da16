/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What operators need of Flink's internal classes.
 *
 * <p>The operators in {@code io.tspoon.runtime} import it; it imports none of tspoon's packages.
 */
@NullMarked
package io.tspoon.flink.operator;

import org.jspecify.annotations.NullMarked;
