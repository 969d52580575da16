/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The one package that may touch classes of Flink that are not part of its public interface.
 *
 * <p>Only other packages of tspoon import it; users do not. What breaks with a new Flink version
 * breaks here, so keep it small.
 */
@NullMarked
package io.tspoon.flink;

import org.jspecify.annotations.NullMarked;
