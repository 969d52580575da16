/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.concurrency.Interleavings;

import org.junit.jupiter.api.Test;

/** Readers add tasks while the operator runs its mails, and while it ends. */
class ReadQueueInterleavingsTest {

    @Test
    void everyReadIsAnsweredWhileTheInstanceRuns() {
        Interleavings.explore(
                100,
                () -> {
                    Instance instance = new Instance();
                    CountedTask pin = new CountedTask(1);
                    CountedTask read = new CountedTask(1);
                    Interleavings.together(
                            () -> instance.queue.addPin(pin),
                            () -> instance.queue.addRead(read),
                            instance.mailbox::runAll);
                    instance.mailbox.runAll();
                    pin.checkSucceeded();
                    read.checkSucceeded();
                });
    }

    @Test
    void noReadIsForgottenWhenTheInstanceEnds() {
        Interleavings.explore(
                100,
                () -> {
                    Instance instance = new Instance();
                    CountedTask read = new CountedTask(1);
                    Interleavings.together(
                            () -> instance.queue.addRead(read), instance.queue::close);
                    read.checkOver();
                });
    }

    /** A mailbox refuses mails some time before the operator is closed, and runs those it has. */
    @Test
    void noReadIsForgottenWhenTheMailboxEndsFirst() {
        Interleavings.explore(
                100,
                () -> {
                    Instance instance = new Instance();
                    CountedTask long1 = new CountedTask(3);
                    CountedTask short1 = new CountedTask(1);
                    instance.queue.addRead(long1);
                    Interleavings.together(
                            () -> instance.queue.addRead(short1),
                            () -> {
                                instance.mailbox.quiesce();
                                instance.mailbox.runAll();
                                instance.queue.close();
                            });
                    long1.checkOver();
                    short1.checkOver();
                });
    }

    /** An instance whose time stands still. */
    private static final class Instance {
        final MailQueue mailbox = new MailQueue();
        final ReadQueue queue = new ReadQueue(mailbox, "state[0]", pause -> {}, () -> 0, () -> {});
    }
}
