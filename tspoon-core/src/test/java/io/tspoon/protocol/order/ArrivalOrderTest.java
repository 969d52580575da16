/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.order;

import io.tspoon.protocol.Timestamps;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ArrivalOrderTest {
    private static final int A = 0;
    private static final int B = 1;

    private final ArrivalOrder order = new ArrivalOrder(2);

    @Test
    void nothingIsCompleteBeforeAllHaveJoined() {
        order.joined(A, 0);
        order.promised(A, 20);

        assertThat(order.complete()).isEqualTo(Timestamps.NONE);
    }

    @Test
    void completeIsTheLowestPromise() {
        order.promised(A, 20);
        order.promised(B, 10);

        assertThat(order.complete()).isEqualTo(10);
    }

    @Test
    void promiseDoesNotGoBack() {
        order.promised(A, 20);
        order.promised(B, 30);
        order.promised(A, Timestamps.NONE);

        assertThat(order.complete()).isEqualTo(20);
    }

    @Test
    void nobodyWaitsForWhoHasLeft() {
        order.promised(A, 20);
        order.promised(B, ArrivalOrder.LEFT);

        assertThat(order.complete()).isEqualTo(20);
    }

    @Test
    void whoJoinsAgainStaysAboveWhatWasSeen() {
        order.promised(A, 90);
        order.promised(B, ArrivalOrder.LEFT);
        order.joined(B, 50);

        assertThat(order.complete()).isEqualTo(50);
        order.promised(B, 70);
        assertThat(order.complete()).isEqualTo(70);
    }

    @Test
    void asksOnceForEachTimestampThatWaits() {
        order.promised(A, 20);

        assertThat(order.mustAsk(A, 20)).isFalse();
        assertThat(order.mustAsk(B, 20)).isTrue();
        assertThat(order.mustAsk(B, 20)).isFalse();
        assertThat(order.mustAsk(B, 25)).isTrue();
    }

    @Test
    void promisesToOthersUpToWhatIsPending() {
        order.promised(A, 40);
        order.promised(B, 50);

        assertThat(order.promise(30)).isEqualTo(29);
        assertThat(order.promise(ArrivalOrder.LEFT)).isEqualTo(40);
        assertThat(order.promise(35)).as("never goes back").isEqualTo(40);
    }

    @Test
    void promisesNothingNewWhenAllHaveLeft() {
        order.promised(A, 40);
        order.promised(B, 40);
        assertThat(order.promise(ArrivalOrder.LEFT)).isEqualTo(40);
        order.promised(A, ArrivalOrder.LEFT);
        order.promised(B, ArrivalOrder.LEFT);

        assertThat(order.promise(ArrivalOrder.LEFT)).isEqualTo(40);
    }
}
