/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Vote;
import io.tspoon.transaction.Durability;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** At PL4 with a log attempts are decided in the order in which their transactions entered. */
class DecisionOrderTest {
    private static final int SLOTS = 16;
    private static final int HOLDER = 1;

    private final long[] numbers = new long[SLOTS];
    private final List<Long> logged = new ArrayList<>();
    private final CommitCoordinator<String, Long> coordinator =
            new CommitCoordinator<>(
                    SLOTS,
                    3,
                    () -> "",
                    (attempt, decision) -> decision == Decision.RETRY ? null : attempt.timestamp(),
                    new DecisionOrder<>(SLOTS, slot -> numbers[slot]),
                    Durability.LOG);

    @Test
    void attemptWaitsForAllThatEnteredBeforeIt() {
        decide(3, 3, 30, true);
        decide(2, 2, 20, false);
        assertThat(settle()).isNull();

        decide(1, 1, 10, true);

        DecisionBatch batch = settle();
        assertThat(logged).containsExactly(10L, 20L, 30L);
        assertThat(batch.size()).as("of the second one nobody has to hear").isEqualTo(2);
        assertThat(batch.timestamp(0)).isEqualTo(10);
        assertThat(batch.timestamp(1)).isEqualTo(30);
    }

    @Test
    void batchTellsEverybodyWhatIsDurableWithIt() {
        decide(1, 1, 10, false);
        decide(3, 3, 30, false);

        coordinator.reported(HOLDER, 30);
        DecisionBatch batch = settle();

        assertThat(batch.vouchedParticipant()).isEqualTo(DecisionBatch.EVERYBODY);
        assertThat(batch.vouchedUpTo()).as("the third one is not in the log").isEqualTo(10);

        decide(2, 2, 20, false);
        assertThat(settle().vouchedUpTo()).isEqualTo(30);
    }

    @Test
    void attemptThatIsRepeatedKeepsItsTurn() {
        decide(2, 2, 20, false);
        numbers[1] = 1;
        Attempt<String> refused = coordinator.fragment(1, 10, Weight.WHOLE, null);
        refused.vote(Vote.RETRY);
        coordinator.gathered(refused);
        settle();
        assertThat(logged).containsOnlyNulls();
        logged.clear();

        decide(5, 1, 25, false);

        settle();
        assertThat(logged).containsExactly(25L, 20L);
    }

    @Test
    void anyOrderOfArrivalGivesTheOrderOfEntry() {
        Random random = new Random(7);
        for (long first = 1; first < 2_000; first += SLOTS) {
            List<Integer> slots = new ArrayList<>();
            for (int slot = 0; slot < SLOTS; slot++) {
                slots.add(slot);
            }
            Collections.shuffle(slots, random);
            for (int slot : slots) {
                decide(slot, first + slot, 10 * (first + slot), false);
                settle();
            }
            coordinator.settle(Long.MAX_VALUE);
        }

        assertThat(logged).isSorted().hasSizeGreaterThan(1_999).doesNotHaveDuplicates();
    }

    /** Its function does not wait for a turn, or those that do would wait for it. */
    @Test
    void functionIsCalledAtOnceAndItsAttemptWaitsForItsTurn() {
        numbers[2] = 2;
        Attempt<String> second = coordinator.fragment(2, 20, Weight.WHOLE, null);
        second.awaitFunction();
        coordinator.gathered(second);
        assertThat(coordinator.takeGathered()).containsExactly(second);
        decide(2, 2, 20, false);
        assertThat(settle()).isNull();

        decide(1, 1, 10, false);
        settle();
        assertThat(logged).containsExactly(10L, 20L);
    }

    private void decide(int slot, long number, long timestamp, boolean held) {
        numbers[slot] = number;
        Attempt<String> attempt = coordinator.fragment(slot, timestamp, Weight.WHOLE, null);
        if (held) {
            attempt.addParticipant(HOLDER);
        }
        coordinator.gathered(attempt);
    }

    /** Nothing is durable yet. */
    private DecisionBatch settle() {
        Settled<Long> settled = coordinator.settle(0);
        assertThat(settled.takeResults()).as("complete before it is durable").isEmpty();
        if (settled.decisions() != null) {
            Completions<Long> taken = settled.toLog();
            for (int i = 0; i < taken.size(); i++) {
                logged.add(taken.result(i));
            }
        }
        return settled.decisions();
    }
}
