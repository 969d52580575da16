/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.ProtocolException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WeightTest {
    private static final long SEED = 17;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 10, 999, 65_536})
    void sharesAddUpToWhatWasDivided(int count) {
        long weight = Weight.share(Weight.WHOLE, 3, 0);
        long sum = 0;
        for (int i = 0; i < count; i++) {
            long share = Weight.share(weight, count, i);
            assertThat(share).isPositive();
            sum = Weight.plus(sum, share);
        }

        assertThat(sum).isEqualTo(weight);
    }

    @Test
    void onlyChildGetsAll() {
        assertThat(Weight.share(Weight.WHOLE, 1, 0)).isEqualTo(Weight.WHOLE);
        assertThat(Weight.share(1, 1, 0)).isEqualTo(1);
    }

    @Test
    void shareTooSmallToDivideIsDividedInFinerUnits() {
        long first = Weight.share(2, 3, 0);
        long second = Weight.share(2, 3, 1);

        assertThat(first).isNegative();
        assertThat(Weight.level(first)).isEqualTo(1);
        assertThat(Weight.units(second)).isEqualTo((2 << 16) / 3);
        assertThat(Weight.units(first)).isEqualTo((2 << 16) - 2 * ((2 << 16) / 3));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 65_536, 65_537, Integer.MAX_VALUE})
    void leastShareCanAlwaysBeDivided(int count) {
        long weight = 1;
        long arrived = 0;
        FineShares fine = new FineShares();
        for (int step = 0; step < 100; step++) {
            long divided = Weight.divisible(weight, count);
            weight = Weight.least(divided);
            arrived += added(fine, divided - 1); // all but one of its units
        }
        arrived += added(fine, weight);

        assertThat(arrived).isEqualTo(1);
    }

    private static long added(FineShares fine, long share) {
        return share < 0 ? fine.add(share) : share;
    }

    /** A tree of elements, each divided among its children until one branch has no unit left. */
    @Test
    void attemptIsWholeWhenTheLastOfItsSharesHasComeInWhateverOrder() {
        Random random = new Random(SEED);
        for (int run = 0; run < 20; run++) {
            List<Long> leaves = new ArrayList<>();
            divide(Weight.WHOLE, 1 + random.nextInt(40), random, leaves);
            Collections.shuffle(leaves, random);
            Attempt<String> attempt = new Attempt<>("", 1);
            attempt.begin(1, 10);
            for (long share : leaves) {
                assertThat(attempt.isReady()).as("run=%d, seed=%d", run, SEED).isFalse();
                attempt.addWeight(share);
                assertThat(attempt.isOverweight()).as("run=%d, seed=%d", run, SEED).isFalse();
            }

            assertThat(attempt.isReady()).as("run=%d, seed=%d", run, SEED).isTrue();
            assertThat(attempt.weight).isEqualTo(Weight.WHOLE);
        }
    }

    private static void divide(long weight, int levels, Random random, List<Long> leaves) {
        if (levels == 0) {
            leaves.add(weight);
            return;
        }
        int count = 1 + random.nextInt(3_000);
        int goesOn = random.nextInt(count);
        for (int i = 0; i < count; i++) {
            long share = Weight.share(weight, count, i);
            if (i == goesOn) {
                divide(share, levels - 1, random, leaves);
            } else {
                leaves.add(share);
            }
        }
    }

    /** Else shares in finer units could look like the whole, as their bits mean something else. */
    @Test
    void sumWithAFineShareIsNeverTheWhole() {
        long fine = Weight.share(1, 2, 0);

        assertThat(Weight.plus(fine, Weight.WHOLE - fine)).isEqualTo(Weight.UNKNOWN);
        assertThat(Weight.plus(Weight.UNKNOWN, Weight.WHOLE)).isEqualTo(Weight.UNKNOWN);
        assertThat(Weight.plus(Weight.plus(0, fine), fine)).isEqualTo(Weight.UNKNOWN);
    }

    @Test
    void weightThatIsGoneCannotBeDivided() {
        assertThatThrownBy(() -> Weight.share(0, 3, 0))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("[TSP-2500] Cannot divide weight: it is 0, children=3");
    }

    @Test
    void moreLevelsThanAnyJobNeedsAreRefused() {
        assertThatThrownBy(
                        () -> {
                            long weight = 1;
                            for (int step = 0; step < 40_000; step++) {
                                weight = Weight.least(Weight.divisible(weight, 2));
                            }
                        })
                .isInstanceOf(ProtocolException.class)
                .hasMessage(
                        "[TSP-2501] Cannot divide weight: too many operators in a row,"
                                + " level=32768");
    }
}
