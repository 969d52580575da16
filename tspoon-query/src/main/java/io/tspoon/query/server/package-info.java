/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The endpoint: HTTP, authentication, limits, and the two places where it runs, the task managers
 * of a job and the stand-alone gateway. The one package that knows Netty.
 */
@NullMarked
package io.tspoon.query.server;

import org.jspecify.annotations.NullMarked;
