/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

/**
 * A state that logged transactions write.
 *
 * @param name of the state
 * @param key wrote its keys
 * @param value wrote its values
 */
public record LoggedState(String name, LoggedSerializer key, LoggedSerializer value) {}
