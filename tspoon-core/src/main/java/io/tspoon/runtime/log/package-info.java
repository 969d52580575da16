/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the write-ahead log adds to a coordinator: outcomes wait for it on their way out, and what
 * it holds comes back after a crash.
 *
 * <p>The open and the close operators import it, the link between them, and the API.
 */
@NullMarked
package io.tspoon.runtime.log;

import org.jspecify.annotations.NullMarked;
