/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Consistent reads of a running job: the query server inside the task managers, routing, the HTTP
 * endpoint and the Java client.
 *
 * <p>Users who query their jobs import this package; no other package of the library does.
 */
@NullMarked
package io.tspoon.query;

import org.jspecify.annotations.NullMarked;
