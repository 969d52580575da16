/* SPDX-License-Identifier: Apache-2.0 */
/** What the fluent API is made of. Only {@code io.tspoon.api} imports it. */
@NullMarked
package io.tspoon.api.internals;

import org.jspecify.annotations.NullMarked;
