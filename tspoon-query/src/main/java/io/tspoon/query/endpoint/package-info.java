/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The paths of the endpoint: one handler for each, in the table of {@code Paths}. Here requests in
 * JSON become values, and answers become JSON. To add a path, add a handler and a line in the
 * table, and describe both in the OpenAPI document. Knows HTTP, but no library for it.
 */
@NullMarked
package io.tspoon.query.endpoint;

import org.jspecify.annotations.NullMarked;
