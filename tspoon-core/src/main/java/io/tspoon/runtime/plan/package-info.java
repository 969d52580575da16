/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the operators of a t-graph have to know: serializable descriptions, created when the t-graph
 * is closed.
 *
 * <p>Imported by the API and all other packages of the runtime. Imports only the log's interfaces,
 * the protocol's regimes, procedures and the shared values.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.plan;

import org.jspecify.annotations.NullMarked;
