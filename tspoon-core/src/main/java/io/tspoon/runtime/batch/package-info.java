/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Elements that are one transaction together: which of them belong to a batch, when it is whole,
 * and what becomes of one that is not. No Flink, no clock, no thread; the open operator uses it.
 */
@NullMarked
package io.tspoon.runtime.batch;

import org.jspecify.annotations.NullMarked;
