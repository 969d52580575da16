/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.transport.FromCoordinator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressTest {
    private static final long NOW = Timestamps.ofEpochMs(1_800_000_000_000L);
    private static final long SECOND = Timestamps.distance(1_000);

    private final Progress progress = new Progress(2);

    @Test
    void stableIsWhatAllCoordinatorsHaveDecided() {
        progress.decided(0, 70);
        assertThat(progress.stable()).isEqualTo(Timestamps.NONE);

        progress.decided(1, 50);
        assertThat(progress.stable()).isEqualTo(50);
        assertThat(progress.highest()).isEqualTo(70);
    }

    @Test
    void coordinatorThatHasEndedHoldsNobodyBack() {
        progress.decided(0, 70);
        progress.ended(1);

        assertThat(progress.stable()).isEqualTo(70);
        assertThat(progress.highest()).as("the end is no timestamp").isEqualTo(70);
        assertThat(progress.hasEnded(0)).isFalse();
        assertThat(progress.hasEnded(1)).isTrue();

        progress.ended(0);
        assertThat(progress.stable()).isEqualTo(FromCoordinator.NO_MORE);
    }

    @Test
    void highestTimestampNeverFalls() {
        progress.seen(70);
        progress.seen(50);
        assertThat(progress.highest()).isEqualTo(70);
    }

    @Test
    void coordinatorIsAskedOnceForWhatItHasNotSaid() {
        progress.decided(0, 70);

        assertThat(progress.mustAsk(0, 70)).as("has said so").isFalse();
        assertThat(progress.mustAsk(1, 70)).isTrue();
        assertThat(progress.mustAsk(1, 60)).as("asked for more").isFalse();
        assertThat(progress.mustAsk(1, 80)).isTrue();
        assertThat(progress.mustAsk(0, 80)).as("each for itself").isTrue();
    }

    /** Until it says so it may still be on the way there. */
    @Test
    void coordinatorFarBehindIsWokenOnceUntilItHasCome() {
        progress.decided(0, NOW);
        progress.decided(1, NOW - SECOND);
        assertThat(progress.isFarBehind()).as("as while much is in flight").isFalse();
        assertThat(progress.mustWake(1)).isFalse();

        progress.decided(0, NOW + 1);
        assertThat(progress.isFarBehind()).isTrue();
        assertThat(progress.mustWake(0)).as("it is not behind").isFalse();
        assertThat(progress.mustWake(1)).isTrue();
        progress.decided(0, NOW + 9 * SECOND);
        progress.decided(1, NOW);
        assertThat(progress.mustWake(1)).as("has not come yet").isFalse();

        progress.decided(1, NOW + 1);
        assertThat(progress.mustWake(1)).isTrue();
        progress.decided(1, NOW + 9 * SECOND);
        assertThat(progress.isFarBehind()).isFalse();
    }

    @Test
    void whoHasNotBegunOrHasEndedIsNotWoken() {
        progress.decided(0, NOW);
        assertThat(progress.mustWake(1)).isFalse();

        progress.ended(1);
        assertThat(progress.isFarBehind()).isFalse();
        assertThat(progress.mustWake(1)).isFalse();
    }

    /** A reader waits for less than what others have been asked for. */
    @Test
    void whoWasWokenIsStillAskedByReaders() {
        progress.decided(0, NOW);
        progress.decided(1, NOW - 2 * SECOND);
        assertThat(progress.mustWake(1)).isTrue();

        assertThat(progress.mustAsk(1, NOW - SECOND)).isTrue();
        assertThat(progress.mustWake(1)).isFalse();
    }

    /** Its clock may be behind, and goes no further than it was told. */
    @Test
    void coordinatorIsAskedAgainWhenWhatIsAwaitedWasSeen() {
        progress.seen(70);
        assertThat(progress.mustAsk(0, 80)).isTrue();
        progress.seen(79);
        assertThat(progress.mustAsk(0, 80)).as("told nothing else").isFalse();
        progress.seen(85);
        assertThat(progress.mustAsk(0, 80)).isTrue();
        assertThat(progress.mustAsk(0, 80)).isFalse();
        assertThat(progress.mustAsk(0, 84)).isTrue();
    }
}
