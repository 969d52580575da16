/* SPDX-License-Identifier: Apache-2.0 */
/** TLS from files, the same for servers and clients. Imports nothing of tspoon. */
@NullMarked
package io.tspoon.query.tls;

import org.jspecify.annotations.NullMarked;
