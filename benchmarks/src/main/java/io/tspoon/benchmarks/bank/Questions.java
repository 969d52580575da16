/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.Elements;

/**
 * A deposit of nothing on each account: its result says what is there.
 *
 * @param accounts how many there are
 */
record Questions(int accounts) implements Elements<Transfer> {
    private static final long serialVersionUID = 1L;

    @Override
    public Generator<Transfer> generator(int subtask, int subtasks) {
        return new OfSubtask(accounts, subtask, subtasks);
    }

    private static final class OfSubtask implements Generator<Transfer> {
        private final int accounts;
        private final int subtasks;
        private int account;
        private long generated;

        OfSubtask(int accounts, int subtask, int subtasks) {
            this.accounts = accounts;
            this.subtasks = subtasks;
            this.account = subtask;
        }

        @Override
        public boolean hasNext() {
            return account < accounts;
        }

        @Override
        public long generated() {
            return generated;
        }

        /** With a negative number, which no transfer has. */
        @Override
        public Transfer next(long start) {
            Transfer question = new Transfer(Transfer.NOBODY, account, 0, -1 - account);
            account += subtasks;
            generated++;
            return question;
        }
    }
}
