/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The transaction protocol as plain classes: who may read, write, commit or must retry.
 *
 * <p>It imports neither Flink nor any package of tspoon except {@link io.tspoon.transaction}, and
 * has no clock, no random source and no thread of its own: all are handed in. {@link
 * io.tspoon.runtime} and the API import it; users do not.
 */
@NullMarked
package io.tspoon.protocol;

import org.jspecify.annotations.NullMarked;
