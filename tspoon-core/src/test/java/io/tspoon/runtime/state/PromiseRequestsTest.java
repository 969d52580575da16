/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** When coordinators are asked: mails and blocks come as a task takes them, in turns. */
class PromiseRequestsTest {
    private final ManualMailbox mailbox = new ManualMailbox();
    private int asked;
    private final PromiseRequests requests = new PromiseRequests(mailbox, () -> asked++);

    @Test
    void asksWhenThereIsNoBlockBetweenTwoMails() throws Exception {
        requests.blockProcessed(true);
        assertThat(mailbox.tryYield()).isTrue();
        assertThat(asked).isZero();

        mailbox.runAll();

        assertThat(asked).isOne();
        assertThat(mailbox.tryYield()).as("asks once").isFalse();
    }

    @Test
    void asksNobodyBetweenBlocks() throws Exception {
        for (int block = 0; block < 7; block++) {
            requests.blockProcessed(true);
            assertThat(mailbox.tryYield()).isTrue();
        }
        assertThat(asked).isZero();

        mailbox.runAll();

        assertThat(asked).isOne();
    }

    /** The other coordinators' windows would run empty. */
    @Test
    void asksAfterEveryEighthBlock() {
        for (int block = 1; block <= 24; block++) {
            requests.blockProcessed(true);
            assertThat(mailbox.tryYield()).isTrue();
            assertThat(asked).isEqualTo(block / 8);
        }
    }

    @Test
    void asksNobodyForWhatABlockHasBrought() throws Exception {
        requests.blockProcessed(true);
        assertThat(mailbox.tryYield()).isTrue();

        requests.blockProcessed(false);

        assertThat(mailbox.runAll()).isOne();
        assertThat(asked).isZero();
    }

    /** Only blocks behind which something has waited count. */
    @Test
    void countsAnewWhenNothingWaits() {
        for (int block = 0; block < 7; block++) {
            requests.blockProcessed(true);
        }
        requests.blockProcessed(false);

        requests.blockProcessed(true);

        assertThat(asked).isZero();
    }
}
