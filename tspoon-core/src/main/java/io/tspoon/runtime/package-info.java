/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The Flink operators: thin shells that wire protocol objects to inputs, outputs, state and the
 * mailbox.
 *
 * <p>One thread rule holds for the whole package: the mailbox thread of a task owns the state of
 * its operators; any other thread hands work over through the mailbox executor.
 *
 * <p>The API and {@code io.tspoon.flink} import it; users do not. It imports neither the API nor
 * the query module.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime;

import org.jspecify.annotations.NullMarked;
