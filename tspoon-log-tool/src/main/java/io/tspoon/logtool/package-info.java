/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The command line tool that shows and checks write-ahead logs in files.
 *
 * <p>It may import {@code io.tspoon.log} and {@code io.tspoon.transaction}; nothing imports it.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.logtool;

import org.jspecify.annotations.NullMarked;
