/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How keys and values become JSON, and back; the same in servers and clients. Imports nothing of
 * tspoon.
 */
@NullMarked
package io.tspoon.query.json;

import org.jspecify.annotations.NullMarked;
