/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Random transactions whose history is written down, for isolation checkers such as Jepsen's Elle.
 *
 * <p>It imports what a user's job would: {@link io.tspoon.api}, {@link io.tspoon.query.client} and
 * {@link io.tspoon.transaction}. No other package imports it.
 */
@NullMarked
package io.tspoon.examples.history;

import org.jspecify.annotations.NullMarked;
