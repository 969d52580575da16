/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

/**
 * One element on its way to a stateful operator.
 *
 * @param id unique; the same in every execution that reads the same
 * @param parent id of the element that caused it
 * @param index its place among the children of its parent
 */
record Element(long id, long parent, int index, Location location, Action action) {}
