/* SPDX-License-Identifier: Apache-2.0 */
/**
 * TLS from key store and trust store files, for servers and for requests to other servers. Depends
 * on no other package of tspoon.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.query.tls;

import org.jspecify.annotations.NullMarked;
