/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Consistent reads of a running job. This package has the options and failures that its subpackages
 * share: the query server inside the TaskManagers, routing, the HTTP endpoint and the Java client.
 *
 * <p>Import this package to set options in a program. To query a job, import {@link
 * io.tspoon.query.client}.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.query;

import org.jspecify.annotations.NullMarked;
