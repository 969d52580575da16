/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.commit.Attempt;
import io.tspoon.protocol.commit.CommitCoordinator;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.protocol.commit.DecisionsAsReady;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.protocol.order.ArrivalOrder;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.Greeting;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/** What a coordinator takes for promised at PL4: one stateful operator of three instances. */
class RoundSenderTest {
    private static final int PARTICIPANTS = 3;
    private static final int CONCERNED = 1;

    private final SentBlocks<CoordinatorToParticipant, CoordinatorToClose> sent =
            SentBlocks.ofCoordinator();
    private final HybridClock clock =
            new HybridClock(
                    0, 1, Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));
    private final AdmissionWindow<String> window = new AdmissionWindow<>(4);
    private final CoordinatorLink link = new CoordinatorLink(1, window.slots(), () -> {});
    private final Outputs<CoordinatorToParticipant, CoordinatorToClose> outputs =
            Outputs.ofCoordinator(sent, PARTICIPANTS, new boolean[] {true});
    private final RoundSender sender = sender(outputs, window, 4);

    private RoundSender sender(
            Outputs<CoordinatorToParticipant, CoordinatorToClose> to,
            AdmissionWindow<String> admitted,
            int maxBlockTransactions) {
        return sender(to, admitted, maxBlockTransactions, PartMarks.NONE);
    }

    private RoundSender sender(
            Outputs<CoordinatorToParticipant, CoordinatorToClose> to,
            AdmissionWindow<String> admitted,
            int maxBlockTransactions,
            PartMarks marks) {
        return new RoundSender(
                settings(maxBlockTransactions),
                0,
                clock,
                admitted,
                link,
                marks,
                to,
                new Greeting(to.parallelism(), "a,b"),
                new DescriptiveStatisticsHistogram(16));
    }

    @BeforeEach
    void join() {
        sender.greet();
        sender.answered(PARTICIPANTS + 1);
        takePromises();
        assertThat(sent.takeToClose(0)).as("so that close finds the link").hasSize(1);
    }

    @Test
    void heartbeatPromisesToAll() {
        sender.heartbeat();

        for (List<Long> promises : takePromises()) {
            assertThat(promises).containsExactly(clock.highest());
        }
        assertThat(sender.isAwaited(clock.highest())).isFalse();
        assertThat(sender.isAwaited(clock.highest() + clock.step())).isTrue();
    }

    /** Else those who were not told would wait for the next heartbeat. */
    @Test
    void promiseThatOnlySomeHaveHeardOfIsStillAwaited() {
        sender.heartbeat();
        takePromises();
        long asked = clock.next();

        sender.relay(decisionForConcerned());
        sender.send();

        List<List<Long>> promises = takePromises();
        assertThat(promises.get(CONCERNED)).containsExactly(asked);
        assertThat(promises.get(CONCERNED + 1)).isEmpty();
        assertThat(sender.isAwaited(asked)).isTrue();

        sender.heartbeat();

        assertThat(takePromises()).allSatisfy(all -> assertThat(all).hasSize(1));
        assertThat(sender.isAwaited(asked)).isFalse();
    }

    /** As one does whose wall clock is slow, and that nobody told before. */
    @Test
    void whoIsAskedSaysToAllThatItHasComeSoFar() {
        sender.heartbeat();
        takeLows();
        long later = clock.highest() + Timestamps.distance(3_600_000);
        sender.awaitLow(later);
        sender.reportLow();
        assertThat(takeLows()).allSatisfy(lows -> assertThat(lows).isEmpty());

        clock.observe(later); // the question tells
        sender.reportLow();
        assertThat(takeLows())
                .allSatisfy(
                        lows ->
                                assertThat(lows)
                                        .singleElement()
                                        .matches(low -> low >= later, "has come so far"));

        sender.reportLow();
        assertThat(takeLows()).allSatisfy(lows -> assertThat(lows).isEmpty());
    }

    /** Otherwise whoever waits would wait for the next transaction, which has a higher id. */
    @Test
    void whatIsAwaitedIsLoggedOnceItIsDecided() {
        NothingDurable marks = new NothingDurable();
        RoundSender logging = sender(outputs, window, 4, marks);
        logging.greet();
        logging.answered(PARTICIPANTS + 1);
        long first = send(logging);
        long second = send(logging);

        logging.awaitLow(first);
        logging.reportLow();
        assertThat(marks.asked).isEmpty();

        window.decidedUpTo(first);
        logging.reportLow();
        assertThat(marks.asked).containsExactly(List.of(first, second - 1));
    }

    private long send(RoundSender to) {
        to.gather(window.begin(window.admit("element", "", 0)));
        to.send();
        return clock.highest();
    }

    private static final class NothingDurable implements PartMarks {
        private final List<List<Long>> asked = new ArrayList<>();

        @Override
        public long shown(long decidedUpTo) {
            return Timestamps.NONE;
        }

        @Override
        public void awaited(long upTo, long decidedUpTo) {
            if (upTo != Timestamps.NONE) {
                asked.add(List.of(upTo, decidedUpTo));
            }
        }

        @Override
        public boolean moreIsDurable() {
            return false;
        }

        @Override
        public boolean mayBegin() {
            return true;
        }

        @Override
        public boolean mayLeave() {
            return true;
        }
    }

    @Test
    void whoLeavesPromisesEverythingToAll() {
        sender.leave();

        for (List<Long> promises : takePromises()) {
            assertThat(promises).containsExactly(ArrivalOrder.LEFT);
        }
    }

    /** Else PL4, which tells all participants with each round, would wake it up with each. */
    @Test
    void closeGetsNoHeaders() {
        sender.heartbeat();
        sender.leave();
        sender.end();

        assertThat(sent.takeToClose(0)).isEmpty();
    }

    /** Nobody but close answers its greetings, and nobody would when it comes back. */
    @Test
    void whoHasNoParticipantsWaitsForCloseOnly() {
        Outputs<CoordinatorToParticipant, CoordinatorToClose> none =
                Outputs.ofCoordinator(sent, PARTICIPANTS, new boolean[0]);
        RoundSender alone = sender(none, window, 4);

        alone.greet();

        assertThat(alone.isGreeted()).isFalse();

        alone.answered(1);

        assertThat(alone.isGreeted()).isTrue();

        alone.leave();

        assertThat(alone.hasLeft()).isFalse();
        assertThat(alone.isGreeted()).isTrue();
    }

    /** Few transactions may make very much of a round. */
    @Test
    void largeRoundsAreNotGatheredFurther() throws Exception {
        AdmissionWindow<String> wide = new AdmissionWindow<>(64);
        RoundSender busy = sender(outputs, wide, 1_000);
        busy.greet(); // those blocks are under way from now on
        takePromises();
        FragmentRows toState = outputs.toParticipant(CONCERNED).fragments();
        gather(busy, wide, 16, 70_000, toState);
        assertThat(sent.takeToState(0, CONCERNED)).hasSize(1);

        gather(busy, wide, 15, 7_000, toState);
        assertThat(sent.takeToState(0, CONCERNED)).isEmpty();

        sent.takeToClose(0);
        gather(busy, wide, 17, 70_000, outputs.toClose(0).fragments());
        assertThat(sent.takeToClose(0)).as("elements that are results at once").hasSize(1);
    }

    private static void gather(
            RoundSender busy,
            AdmissionWindow<String> wide,
            int transactions,
            int bytes,
            FragmentRows block)
            throws IOException {
        for (int i = 0; i < transactions; i++) {
            int slot = wide.begin(wide.admit("element", "", 0));
            block.setWeight(block.append(slot, busy.gather(slot)), Weight.WHOLE);
            block.payload().write(new byte[bytes]);
            if (block.isLarge()) {
                busy.roundIsLarge();
            }
            busy.sendIfDue();
        }
    }

    private DecisionBatch decisionForConcerned() {
        CommitCoordinator<String, String> commits =
                new CommitCoordinator<>(
                        window.slots(),
                        PARTICIPANTS,
                        () -> "",
                        (over, decision) -> "",
                        new DecisionsAsReady<>(),
                        Durability.CHECKPOINT);
        Attempt<String> attempt = commits.fragment(0, 1, Weight.WHOLE, null);
        attempt.addParticipant(CONCERNED);
        commits.gathered(attempt);
        return commits.settle(0).decisions();
    }

    /** For each participant what it was promised since the last call. */
    private List<List<Long>> takePromises() {
        return take(CoordinatorToParticipant::promise);
    }

    /** For each participant up to where all is decided, as it was told since the last call. */
    private List<List<Long>> takeLows() {
        return take(CoordinatorToParticipant::low);
    }

    private List<List<Long>> take(Function<CoordinatorToParticipant, Long> part) {
        return IntStream.range(0, PARTICIPANTS)
                .mapToObj(instance -> sent.takeToState(0, instance))
                .map(blocks -> blocks.stream().map(part).toList())
                .toList();
    }

    private static GraphSettings settings(int maxBlockTransactions) {
        return new GraphSettings(
                "graph",
                IsolationLevel.PL4,
                ConcurrencyControl.LOCK_BASED,
                4,
                maxBlockTransactions,
                1,
                100,
                60_000,
                50,
                false,
                null,
                null);
    }
}
