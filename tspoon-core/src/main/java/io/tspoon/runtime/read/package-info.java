/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Brings the instances of a job that run in this process together with the server that lets others
 * read them.
 */
@NullMarked
package io.tspoon.runtime.read;

import org.jspecify.annotations.NullMarked;
