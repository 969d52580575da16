/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

/**
 * A value that names its origin, so that every version is unique.
 *
 * @param writer timestamp of the attempt that wrote it
 * @param element id of the element that wrote it
 * @param content depends on everything that the writer has read from the key
 */
record Value(long writer, long element, long content) {}
