/* SPDX-License-Identifier: Apache-2.0 */
@NullMarked
package io.tspoon.runtime.call;

import org.jspecify.annotations.NullMarked;
