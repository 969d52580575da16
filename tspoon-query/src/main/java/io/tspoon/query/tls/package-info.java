/* SPDX-License-Identifier: Apache-2.0 */
/** TLS from files: as a server, and towards other servers. Imports nothing of tspoon. */
@NullMarked
package io.tspoon.query.tls;

import org.jspecify.annotations.NullMarked;
