/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What some file systems can do beyond Flink's interface for file systems.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.flink.files;

import org.jspecify.annotations.NullMarked;
