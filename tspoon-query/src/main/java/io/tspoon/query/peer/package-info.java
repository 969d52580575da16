/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What servers of a job ask of each other: a {@link io.tspoon.query.peer.PeerRequest} for each
 * operation, and its answer. To add an operation, add both here, what carries it out in {@code
 * local}, and a codec in {@code wire}. Keys and values are JSON, because most servers do not know
 * the types of a state; all else is typed. Imports requests only.
 */
@NullMarked
package io.tspoon.query.peer;

import org.jspecify.annotations.NullMarked;
