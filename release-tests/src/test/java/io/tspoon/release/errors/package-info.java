/* SPDX-License-Identifier: Apache-2.0 */
/** Compares the messages in the sources of what is shipped with {@code docs/errors.md}. */
package io.tspoon.release.errors;
