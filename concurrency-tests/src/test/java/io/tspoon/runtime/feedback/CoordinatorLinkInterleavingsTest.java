/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.concurrency.Interleavings;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Close sends, the log wakes up, and open polls in mails. */
class CoordinatorLinkInterleavingsTest {

    @Test
    void openReceivesAllFeedbackInItsOrder() {
        Interleavings.explore(
                150,
                () -> {
                    Opening open = new Opening();
                    Interleavings.together(
                            () -> {
                                open.link.send(new Feedback.Released(null, new int[] {1}));
                                open.link.send(new Feedback.Released(null, new int[] {2}));
                            },
                            open::runMail);
                    open.runMail();
                    Interleavings.check(open.received == 2, "nothing is left behind");
                });
    }

    /** Each of the two wakes open up for something else. */
    @Test
    void openLooksAgainAfterEverybodyWhoWokeItUp() {
        Interleavings.explore(
                100,
                () -> {
                    Opening open = new Opening();
                    AtomicBoolean durable = new AtomicBoolean();
                    Interleavings.together(
                            () -> open.link.send(new Feedback.Released(null, new int[] {1})),
                            () -> {
                                durable.set(true);
                                open.link.wakeUp();
                            },
                            () -> {
                                open.runMail();
                                open.sawDurable = open.looked && durable.get();
                            });
                    open.looked = false;
                    open.runMail();
                    open.sawDurable |= open.looked && durable.get();
                    Interleavings.check(open.received == 1, "nothing is left behind");
                    Interleavings.check(open.sawDurable, "open has looked since");
                });
    }

    @Test
    void nothingIsKeptForACoordinatorThatEndsMeanwhile() {
        Interleavings.explore(
                100,
                () -> {
                    CoordinatorLink link =
                            new CoordinatorLink(
                                    1,
                                    1,
                                    () -> {},
                                    null,
                                    new CoordinatorLink.Described(false, List.of(), null));
                    Interleavings.together(() -> link.send(new Feedback.Greeted()), link::close);
                    Interleavings.check(link.poll() == null, "nothing is kept");
                });
    }

    /** The open operator with its mailbox. */
    private static final class Opening {
        private final AtomicBoolean mail = new AtomicBoolean();
        final CoordinatorLink link =
                new CoordinatorLink(
                        1,
                        2,
                        () -> mail.set(true),
                        null,
                        new CoordinatorLink.Described(false, List.of(), null));
        int received;
        boolean looked;
        boolean sawDurable;

        void runMail() {
            if (!mail.getAndSet(false)) {
                return;
            }
            looked = true;
            link.beginPolling();
            Feedback feedback = link.poll();
            while (feedback != null) {
                received++;
                Interleavings.check(
                        ((Feedback.Released) feedback).slots()[0] == received, "in its order");
                feedback = link.poll();
            }
        }
    }
}
