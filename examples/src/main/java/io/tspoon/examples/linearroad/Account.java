/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/**
 * The account of a vehicle.
 *
 * @param paid cents of today
 * @param due what its present segment costs, if it goes on to the next one
 */
public record Account(long paid, long due) {
    static final Account NEW = new Account(0, 0);
}
