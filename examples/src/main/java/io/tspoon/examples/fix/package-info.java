/* SPDX-License-Identifier: Apache-2.0 */
/** Routes orders to venues, in steps that trigger each other: S-Store's example, its figure 1. */
@NullMarked
package io.tspoon.examples.fix;

import org.jspecify.annotations.NullMarked;
