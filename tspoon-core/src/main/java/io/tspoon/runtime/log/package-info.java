/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the write-ahead log adds to a coordinator: outcomes are logged before their decisions go
 * out, and after a crash they are recovered from the log and sent on; which segments and parts are
 * kept; and which inputs are known. The log itself, as bytes on a medium, is {@link io.tspoon.log}.
 *
 * <p>Imported by the open and close operators, by the link between them, and by the API.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.log;

import org.jspecify.annotations.NullMarked;
