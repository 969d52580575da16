/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

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
        assertThat(coordinator.takeDecisions()).isNull();

        decide(1, 1, 10, true);

        DecisionBatch batch = coordinator.takeDecisions();
        assertThat(logged()).containsExactly(10L, 20L, 30L);
        assertThat(batch.size()).as("of the second one nobody has to hear").isEqualTo(2);
        assertThat(batch.timestamp(0)).isEqualTo(10);
        assertThat(batch.timestamp(1)).isEqualTo(30);
    }

    @Test
    void batchTellsEverybodyWhatIsDurableWithIt() {
        decide(1, 1, 10, false);
        decide(3, 3, 30, false);

        DecisionBatch batch = coordinator.takeDecisions();
        coordinator.vouch(batch, HOLDER, 30);

        assertThat(batch.vouchedParticipant()).isEqualTo(DecisionBatch.EVERYBODY);
        assertThat(batch.vouchedUpTo()).as("the third one is not in the log").isEqualTo(10);

        decide(2, 2, 20, false);
        assertThat(coordinator.takeDecisions().vouchedUpTo()).isEqualTo(30);
    }

    @Test
    void attemptThatIsRepeatedKeepsItsTurn() {
        decide(2, 2, 20, false);
        numbers[1] = 1;
        Attempt<String> refused = coordinator.fragment(1, 10, Weight.WHOLE, null);
        refused.vote(Vote.RETRY);
        coordinator.decideIfWhole(refused, DecisionOrderTest::neverAtOnce);
        coordinator.takeDecisions();
        assertThat(logged()).containsOnlyNulls();

        decide(5, 1, 25, false);

        coordinator.takeDecisions();
        assertThat(logged()).containsExactly(25L, 20L);
    }

    @Test
    void anyOrderOfArrivalGivesTheOrderOfEntry() {
        Random random = new Random(7);
        List<Long> all = new ArrayList<>();
        for (long first = 1; first < 2_000; first += SLOTS) {
            List<Integer> slots = new ArrayList<>();
            for (int slot = 0; slot < SLOTS; slot++) {
                slots.add(slot);
            }
            Collections.shuffle(slots, random);
            for (int slot : slots) {
                decide(slot, first + slot, 10 * (first + slot), false);
                DecisionBatch batch = coordinator.takeDecisions();
                if (batch != null) {
                    all.addAll(logged());
                }
            }
            coordinator.complete((slot, decision, result) -> {}, Long.MAX_VALUE);
        }

        assertThat(all).isSorted().hasSizeGreaterThan(1_999).doesNotHaveDuplicates();
    }

    private void decide(int slot, long number, long timestamp, boolean held) {
        numbers[slot] = number;
        Attempt<String> attempt = coordinator.fragment(slot, timestamp, Weight.WHOLE, null);
        if (held) {
            attempt.addParticipant(HOLDER);
        }
        coordinator.decideIfWhole(attempt, DecisionOrderTest::neverAtOnce);
    }

    private static void neverAtOnce(int slot, Decision decision, Long result) {
        throw new AssertionError("Complete before it is durable: " + result);
    }

    private List<Long> logged() {
        Completions<Long> taken = coordinator.takenCompletions();
        List<Long> results = new ArrayList<>();
        for (int i = 0; i < taken.size(); i++) {
            results.add(taken.result(i));
        }
        return results;
    }
}
