/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the test kit needs of Flink's internals: it reads what a program has built, and makes the
 * context that functions run in.
 *
 * <p>Imported by {@code io.tspoon.testkit} only.
 */
@NullMarked
package io.tspoon.flink.testkit;

import org.jspecify.annotations.NullMarked;
