/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The processes that answer, which are the TaskManagers of a job and the stand-alone gateway: HTTP
 * connections, settings, other servers and the audit log. The only package that depends on Netty.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.query.server;

import org.jspecify.annotations.NullMarked;
