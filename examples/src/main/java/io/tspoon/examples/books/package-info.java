/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The books with which examples check themselves: what transactions took by their own numbers,
 * beside what their states say is left. A job of your own can do without them.
 */
@NullMarked
package io.tspoon.examples.books;

import org.jspecify.annotations.NullMarked;
