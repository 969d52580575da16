/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

/** The answer if there is nothing to say. */
public record Done() {}
