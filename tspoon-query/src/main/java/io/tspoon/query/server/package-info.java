/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The HTTP endpoint: authentication, limits, and the two processes that run it, the TaskManagers of
 * a job and the stand-alone gateway. The only package that depends on Netty.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.query.server;

import org.jspecify.annotations.NullMarked;
