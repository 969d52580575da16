/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The bounds of work: limits of a server, of an answer's size and time, and how futures end in time
 * and fail with what a client may see. Imports nothing of queries but their failures and options.
 */
@NullMarked
package io.tspoon.query.bound;

import org.jspecify.annotations.NullMarked;
