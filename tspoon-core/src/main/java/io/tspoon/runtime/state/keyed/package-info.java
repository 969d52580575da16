/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Flink's keyed state behind the cache: reads and writes it key by key, and checks that the values
 * of restored keys are found where they are looked for.
 *
 * <p>Imported by {@link io.tspoon.runtime.state} only.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.state.keyed;

import org.jspecify.annotations.NullMarked;
