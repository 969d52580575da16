/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.micro;

import io.tspoon.protocol.Access;
import io.tspoon.protocol.KeyRecord;
import io.tspoon.protocol.Participant;

import java.util.ArrayList;
import java.util.List;

/** Access to the balance of an account: adds 1 to it. */
final class AccountAccess extends Access<Integer, Long> {
    /** Records of accounts 0 to n - 1, as an operator's cache would have them. */
    static List<KeyRecord<Integer, Long>> records(int accounts) {
        List<KeyRecord<Integer, Long>> records = new ArrayList<>();
        for (int account = 0; account < accounts; account++) {
            records.add(new KeyRecord<>(account, 0L));
        }
        return records;
    }

    void increment() {
        Long balance = read();
        write(balance == null ? 1L : balance + 1);
    }

    /** Goes on with an access that had to wait. */
    static final class Handler implements Participant.Handler<Integer, Long> {
        private long installed;

        @Override
        public void granted(Access<Integer, Long> access) {
            ((AccountAccess) access).increment();
        }

        @Override
        public void refused(Access<Integer, Long> access) {
            throw new IllegalStateException(
                    "Cannot refuse: timestamps ascend, key=" + access.key());
        }

        @Override
        public void installed(KeyRecord<Integer, Long> record) {
            installed++;
        }

        long installed() {
            return installed;
        }
    }
}
