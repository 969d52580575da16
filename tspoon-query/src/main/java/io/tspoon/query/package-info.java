/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Consistent reads of a running job: options and failures, shared by its subpackages, which are the
 * query server inside the task managers, routing, the HTTP endpoint and the Java client.
 *
 * <p>Users who set options in their program import this package, those who ask a job import {@link
 * io.tspoon.query.client}.
 */
@NullMarked
package io.tspoon.query;

import org.jspecify.annotations.NullMarked;
