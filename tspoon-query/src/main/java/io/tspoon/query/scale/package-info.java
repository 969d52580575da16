/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Changes the parallelism of whole t-graphs of jobs that run, over Flink's REST interface: finds
 * their vertices, refuses what cannot work, sets all bounds in one request, and follows the change.
 * Knows Flink's JSON, but nothing of the endpoint.
 */
@NullMarked
package io.tspoon.query.scale;

import org.jspecify.annotations.NullMarked;
