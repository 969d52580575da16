/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Strict text: bytes that are not what they should be are told, and never become something else.
 * Lines of files and pipes, and values of messages.
 *
 * <p>Other examples import it; it imports none.
 */
@NullMarked
package io.tspoon.examples.text;

import org.jspecify.annotations.NullMarked;
