/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.entrances;

/** An amount that comes to an account from outside. Its key is also that of a transfer. */
public record Deposit(long id, int account, long amount) {
    public String key() {
        return Long.toString(id);
    }

    /** The deposit with the number. */
    static Deposit numbered(long number, int accounts) {
        return new Deposit(number, (int) (number * 7 % accounts), 1 + number % 20);
    }
}
