/* SPDX-License-Identifier: Apache-2.0 */
/** Calls to running jobs: what callers are told, and what the states hold then. */
@NullMarked
package io.tspoon.query.calls;

import org.jspecify.annotations.NullMarked;
