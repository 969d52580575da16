/* SPDX-License-Identifier: Apache-2.0 */
/** What Flink's interface of file systems cannot say, for those that can do more. */
@NullMarked
package io.tspoon.flink.files;

import org.jspecify.annotations.NullMarked;
