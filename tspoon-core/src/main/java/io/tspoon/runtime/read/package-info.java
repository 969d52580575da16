/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Connects the instances of a job that run in this process with the server through which others
 * read them.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.read;

import org.jspecify.annotations.NullMarked;
