/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How the messages between servers are written: as JSON, over HTTP. Each operation has one codec,
 * and no name of a field is said anywhere else. Servers of a job run one version of the code,
 * except while it is replaced, so a reader takes what it knows and leaves out the rest: give a new
 * field a meaning if it is absent.
 */
@NullMarked
package io.tspoon.query.wire;

import org.jspecify.annotations.NullMarked;
