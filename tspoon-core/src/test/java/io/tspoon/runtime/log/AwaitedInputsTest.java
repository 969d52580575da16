/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.InputIdentity;
import io.tspoon.runtime.plan.InputSpread;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class AwaitedInputsTest {
    private static final InputIdentity A = InputIdentity.ofKey("a");
    private static final InputIdentity B = InputIdentity.ofKey("b");
    private static final InputIdentity NEW = InputIdentity.ofKey("new");
    private static final InputIdentity CONTENT = new InputIdentity("", 5, 4);
    private static final int MAX_IN_FLIGHT = 3_072;

    private static AwaitedInputs keyed(int coordinator) {
        return keyed(coordinator, MAX_IN_FLIGHT);
    }

    private static AwaitedInputs keyed(int coordinator, int maxInFlight) {
        return new AwaitedInputs(coordinator, 2, maxInFlight, InputSpread.ANY, true);
    }

    private static AwaitedInputs byContent(int coordinator) {
        return new AwaitedInputs(coordinator, 2, MAX_IN_FLIGHT, InputSpread.BY_CONTENT, false);
    }

    @Test
    void loggedInputIsDroppedOnce() {
        AwaitedInputs awaited = keyed(1);
        awaited.add(A);

        assertThat(awaited.claim(B)).isFalse();
        assertThat(awaited.has(A)).isTrue();
        assertThat(awaited.claim(A)).isTrue();
        assertThat(awaited.has(A)).isFalse();
        assertThat(awaited.claim(A)).isFalse();
        assertThat(awaited.isEmpty()).isTrue();
    }

    @Test
    void equalKeyIsNoticed() {
        AwaitedInputs awaited = keyed(0);

        assertThat(awaited.add(A)).isTrue();
        assertThat(awaited.add(B)).isTrue();
        assertThat(awaited.add(A)).isFalse();
        assertThat(awaited.size()).isEqualTo(2);
    }

    @Test
    void equalElementsAreCounted() {
        AwaitedInputs awaited = byContent(0);
        assertThat(awaited.add(CONTENT)).isTrue();
        assertThat(awaited.add(CONTENT)).isTrue();

        assertThat(awaited.carriedOver()).containsExactly(CONTENT, CONTENT);
        assertThat(awaited.claim(CONTENT)).isTrue();
        assertThat(awaited.claim(CONTENT)).isTrue();
        assertThat(awaited.claim(CONTENT)).isFalse();
    }

    @Test
    void elementWithoutKeyIsKnownToTheOneItComesBackTo() {
        AwaitedInputs other = byContent(1);
        other.add(CONTENT);
        assertThat(other.isEmpty()).isTrue();

        AwaitedInputs first = new AwaitedInputs(0, 2, MAX_IN_FLIGHT, InputSpread.SINGLE, false);
        first.add(new InputIdentity("", 5, 3));
        assertThat(first.isEmpty()).isFalse();
    }

    /** Any of the coordinators may have ended before the input comes. */
    @Test
    void everyCoordinatorCarriesKeysOver() {
        for (int coordinator = 0; coordinator < 2; coordinator++) {
            AwaitedInputs awaited = keyed(coordinator);
            awaited.add(A);
            awaited.add(B);
            assertThat(awaited.carriedOver()).containsExactlyInAnyOrder(A, B);
        }
    }

    /** One had heard before the barrier that the input came, the other had not. */
    @Test
    void keyIsAwaitedIfAllCarryIt() {
        AwaitedInputs awaited = keyed(0);
        awaited.addCarried(List.of(A, B));
        awaited.addCarried(List.of(B));
        awaited.endCarried();

        assertThat(awaited.carriedOver()).containsExactly(B);
    }

    @Test
    void elementWithoutKeyIsAwaitedIfOneCarriesIt() {
        AwaitedInputs awaited = byContent(0);
        awaited.addCarried(List.of(CONTENT, CONTENT));
        awaited.addCarried(List.of());
        awaited.add(CONTENT);
        awaited.endCarried();

        assertThat(awaited.carriedOver()).containsExactly(CONTENT, CONTENT, CONTENT);
    }

    @Test
    void oldestAreForgottenOnceTheSourceRepeatsNothing() {
        AwaitedInputs awaited = keyed(0);
        awaited.addCarried(List.of(A, B));
        for (int i = 0; i < AwaitedInputs.MAX_KEPT; i++) {
            awaited.add(InputIdentity.ofKey("later " + i));
        }
        awaited.endCarried();
        assertThat(awaited.size()).isEqualTo(AwaitedInputs.MAX_KEPT + 2);

        giveNew(awaited, AwaitedInputs.LEAST_NEW_IN_A_ROW - 1);
        assertThat(awaited.claim(InputIdentity.ofKey("later 7"))).isTrue();
        giveNew(awaited, AwaitedInputs.LEAST_NEW_IN_A_ROW - 1);
        assertThat(awaited.forgetUnrepeated(0)).isZero();

        giveNew(awaited, 1);
        assertThat(awaited.forgetUnrepeated(0)).isEqualTo(1);
        assertThat(awaited.size()).isEqualTo(AwaitedInputs.MAX_KEPT);
        assertThat(awaited.claim(A)).isFalse();
        assertThat(awaited.claim(B)).isTrue();
    }

    @Test
    void fewerAreKeptIfAHeaderCannotHoldSoMany() {
        AwaitedInputs awaited = keyed(0);
        awaited.add(A);
        awaited.add(B);
        giveNew(awaited, AwaitedInputs.LEAST_NEW_IN_A_ROW - 1);
        assertThat(awaited.forgetUnrepeated(1, 0)).isZero();

        giveNew(awaited, 1);
        assertThat(awaited.forgetUnrepeated(1, 0)).isEqualTo(1);
        assertThat(awaited.carriedOver()).containsExactly(B);
    }

    @Test
    void equalElementsAreForgottenTogether() {
        AwaitedInputs awaited = byContent(0);
        for (int i = 0; i <= AwaitedInputs.MAX_KEPT; i++) {
            awaited.add(CONTENT);
        }
        giveNew(awaited, AwaitedInputs.LEAST_NEW_IN_A_ROW);

        assertThat(awaited.forgetUnrepeated(0)).isEqualTo(AwaitedInputs.MAX_KEPT + 1);
        assertThat(awaited.isEmpty()).isTrue();
        assertThat(awaited.size()).isZero();
    }

    /** They were in flight when the job failed, and those that were logged come behind them. */
    @Test
    void nothingIsForgottenBeforeAllThatWereInFlightCanHaveCome() {
        AwaitedInputs awaited = keyed(0, 100_000);
        addMoreThanKept(awaited);

        giveNew(awaited, 150_000);
        assertThat(awaited.forgetUnrepeated(0)).isZero();

        giveNew(awaited, 50_000);
        assertThat(awaited.forgetUnrepeated(0)).isZero();
        giveNew(awaited, 1);
        assertThat(awaited.forgetUnrepeated(0)).isEqualTo(1);
    }

    /** The job failed with three coordinators, and two go on. */
    @Test
    void thoseOfCoordinatorsThatAreGoneWereInFlightToo() {
        AwaitedInputs awaited = keyed(0, 100_000);
        for (int part = 0; part < 3; part++) {
            awaited.beginPart();
        }
        addMoreThanKept(awaited);

        giveNew(awaited, 300_000);
        assertThat(awaited.forgetUnrepeated(0)).isZero();

        giveNew(awaited, 1);
        assertThat(awaited.forgetUnrepeated(0)).isEqualTo(1);
    }

    /** Batches may have waited for long, and what was logged meanwhile comes behind them. */
    @Test
    void thoseThatWaitForOthersWereThereToo() {
        AwaitedInputs awaited = keyed(0);
        addMoreThanKept(awaited);
        giveNew(awaited, 7);
        awaited.sourceBegins();

        giveNew(awaited, AwaitedInputs.LEAST_NEW_IN_A_ROW + 9);
        assertThat(awaited.forgetUnrepeated(10)).isZero();
        assertThat(awaited.forgetUnrepeated(9)).isEqualTo(1);
    }

    private static void addMoreThanKept(AwaitedInputs awaited) {
        for (int i = 0; i <= AwaitedInputs.MAX_KEPT; i++) {
            awaited.add(InputIdentity.ofKey("logged " + i));
        }
    }

    private static void giveNew(AwaitedInputs awaited, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(awaited.claim(NEW)).isFalse();
        }
    }
}
