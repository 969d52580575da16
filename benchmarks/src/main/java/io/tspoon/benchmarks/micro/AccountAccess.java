/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.micro;

import io.tspoon.protocol.access.Access;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.protocol.access.Participant;

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

    /** Goes on with accesses that had to wait. */
    static final class Woken {
        private final Participant<Integer, Long> participant;

        Woken(Participant<Integer, Long> participant) {
            this.participant = participant;
        }

        void goOn() {
            Access<Integer, Long> access = participant.nextWoken();
            while (access != null) {
                if (access.isRefused()) {
                    throw new IllegalStateException(
                            "Cannot refuse: timestamps ascend, key=" + access.key());
                }
                ((AccountAccess) access).increment();
                access = participant.nextWoken();
            }
        }
    }
}
