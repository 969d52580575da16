/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The stateful operator, where transactions access state: wires its rooms, which are the packages
 * below, to blocks, snapshots and the mailbox, and says in which order blocks are processed.
 *
 * <p>{@code io.tspoon.api} and {@code io.tspoon.flink} import it.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.state;

import org.jspecify.annotations.NullMarked;
