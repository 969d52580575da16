/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Connects the instances of a job that run in this process with the server through which others
 * read them.
 */
@NullMarked
package io.tspoon.runtime.read;

import org.jspecify.annotations.NullMarked;
