/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Limits;
import io.tspoon.query.bound.TimeLimit;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.Done;
import io.tspoon.query.peer.PeerRequest;
import io.tspoon.query.peer.PinRequest;
import io.tspoon.query.peer.Pinned;
import io.tspoon.query.peer.SettleRequest;
import io.tspoon.query.peer.UnpinRequest;
import io.tspoon.query.request.WantedSnapshot;
import io.tspoon.read.JobLayout;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What readers hear when pins end before all instances have one, or when nobody answers. */
class PinnedSnapshotsTest {
    private static final WantedSnapshot ANY =
            new WantedSnapshot(false, WantedSnapshot.CHOICE, 0, 1_000);
    private static final WantedSnapshot FRESH =
            new WantedSnapshot(true, WantedSnapshot.CHOICE, 0, 1_000);
    private static final WantedSnapshot AFTER =
            new WantedSnapshot(false, WantedSnapshot.CHOICE, 5, 1_000);
    private static final WantedSnapshot AT = new WantedSnapshot(false, 7, 0, 1_000);
    private static final int APPLIED = 9;

    private final Set<Long> pins = new HashSet<>();
    private int rounds;

    /** So many rounds lose a pin. */
    private int losing;

    /** Whether instances answer. */
    private boolean held;

    private FailureReason failure = FailureReason.SNAPSHOT_TOO_OLD;
    private final OneInstance job =
            new OneInstance(new JobLayout.Instance(0, 1, 1, "here", "localhost"));
    private final Queue<Runnable> actions = new ArrayDeque<>();
    private final Timer timer =
            (delayMs, action) -> {
                actions.add(action);
                return () -> actions.remove(action);
            };

    private final PinnedSnapshots snapshots =
            new PinnedSnapshots(
                    "bank",
                    new Topology(job, timer),
                    address -> this::call,
                    new Limits(1, 1, 1, 1, 1, 1_000, 1_000, 1_000),
                    timer);

    @Test
    void whoAskedForNoTimestampGetsAnotherRound() {
        int before = 0;
        for (WantedSnapshot when : List.of(AFTER, FRESH)) {
            losing = 1;
            PinnedSnapshot own = snapshots.acquireOwn(when).join();
            losing = 1;
            PinnedSnapshot shared = snapshots.acquire(FRESH).join();

            assertThat(own.timestamp()).isEqualTo(APPLIED);
            assertThat(shared.timestamp()).isEqualTo(APPLIED);
            assertThat(rounds - before).isEqualTo(4);
            before = rounds;
            own.release();
            shared.release();
        }
        assertThat(pins).as("the shared one is at hand").hasSize(1);
    }

    @Test
    void whoAskedForNoTimestampIsToldToTryAgain() {
        losing = Integer.MAX_VALUE;
        for (CompletableFuture<PinnedSnapshot> failing :
                List.of(snapshots.acquireOwn(ANY), snapshots.acquire(ANY))) {
            assertFails(failing, FailureReason.TIMEOUT);
        }
        assertThat(rounds).isEqualTo(2 * PinnedSnapshots.MAX_ROUNDS);
        assertThat(pins).isEmpty();
    }

    @Test
    void aTimestampThatWasAskedForIsTooOld() {
        losing = 1;

        assertFails(snapshots.acquireOwn(AT), FailureReason.SNAPSHOT_TOO_OLD);
        assertThat(rounds).isEqualTo(1);
        assertThat(pins).isEmpty();
        assertThat(snapshots.acquireOwn(AT).join().timestamp()).isEqualTo(7);
    }

    /** One reader's mistake is no reason for all to ask the job manager again. */
    @ParameterizedTest
    @CsvSource({
        "SNAPSHOT_TOO_OLD,1",
        "INVALID_TOKEN,1",
        "OVERLOADED,1",
        "MOVED,2",
        "TIMEOUT,2",
        "NOT_READY,2"
    })
    void aLayoutIsDoubtedWhereItMayBeWrong(FailureReason reason, int asked) {
        failure = reason;
        losing = 1;

        assertFails(snapshots.acquireOwn(AT), reason);
        snapshots.acquireOwn(AT).join().release();
        assertThat(job.located()).isEqualTo(asked);
    }

    @Test
    void aJobManagerThatDoesNotAnswerIsAskedAgain() {
        job.setSilent(true);
        CompletableFuture<PinnedSnapshot> failing = snapshots.acquireOwn(ANY);
        actions.remove().run();
        assertFails(failing, FailureReason.NOT_READY);
        assertThatThrownBy(failing::join).hasMessageContaining("job manager does not answer");

        job.setSilent(false);
        snapshots.acquireOwn(ANY).join().release();
        assertThat(job.located()).isEqualTo(2);
    }

    /** Pages that follow would find nothing. */
    @Test
    void whatIsNotKeptInTimeGoesWithItsUser() {
        PinnedSnapshot snapshot = snapshots.acquireOwn(ANY).join();
        held = true;
        CompletableFuture<Void> kept = snapshot.keep(1_000, 1_000);
        actions.remove().run();
        assertThat(kept).isCompletedExceptionally();
        assertThatThrownBy(kept::join).hasCauseInstanceOf(TimeoutException.class);

        snapshot.release();
        assertThat(pins).isEmpty();
    }

    /** They stay when all users of the snapshot have gone. */
    @Test
    void pagesHaveAPinOfTheirOwn() {
        PinnedSnapshot snapshot = snapshots.acquireOwn(ANY).join();
        snapshots.keep(snapshot, 77, 1_000, TimeLimit.ofMs(1_000)).join();
        losing = 1;
        assertFails(
                snapshots.keep(snapshot, 78, 1_000, TimeLimit.ofMs(1_000)), FailureReason.TIMEOUT);
        assertThat(pins).containsExactlyInAnyOrder(snapshot.pin(), 77L);
        snapshot.release();
        assertThat(pins).containsExactly(77L);
    }

    /** The client was told that it took too long, and has no token. */
    @Test
    void pagesNobodyWaitsForAreNotKept() {
        PinnedSnapshot snapshot = snapshots.acquireOwn(ANY).join();
        assertFails(snapshots.keep(snapshot, 77, 1_000, TimeLimit.ofMs(0)), FailureReason.TIMEOUT);
        assertThat(pins).containsExactly(snapshot.pin());
        snapshot.release();
    }

    @Test
    void whatCouldNotBeReadIsNotShared() {
        PinnedSnapshot lost = snapshots.acquire(ANY).join();
        PinnedSnapshot another = snapshots.acquire(ANY).join();
        assertThat(another).isSameAs(lost);
        snapshots.failed(another, new QueryException(FailureReason.UNKNOWN_STATE, "no such state"));
        another.release();
        assertThat(snapshots.acquire(ANY).join()).isSameAs(lost);
        lost.release();

        snapshots.failed(lost, new QueryException(FailureReason.MOVED, "an instance has moved"));
        PinnedSnapshot next = snapshots.acquire(ANY).join();
        assertThat(next).isNotSameAs(lost);
        lost.release();
        next.release();
        assertThat(pins).as("the next one is at hand").containsExactly(next.pin());
    }

    private static void assertFails(CompletableFuture<?> future, FailureReason reason) {
        assertThat(future).isCompletedExceptionally();
        assertThatThrownBy(future::join)
                .cause()
                .isInstanceOfSatisfying(
                        QueryException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @SuppressWarnings("unchecked") // each kind of request has its answer
    private <A> CompletableFuture<A> call(PeerRequest<A> request, long timeoutMs) {
        Object answer = new Done();
        if (request instanceof PinRequest pin) {
            rounds++;
            pins.add(pin.pin());
            answer = new Pinned(APPLIED);
        } else if (request instanceof SettleRequest) {
            if (held) {
                return new CompletableFuture<>();
            }
            if (losing-- > 0) {
                return CompletableFuture.failedFuture(new QueryException(failure, "by the test"));
            }
        } else if (request instanceof UnpinRequest unpin) {
            pins.remove(unpin.pin());
        } else {
            throw new AssertionError(request);
        }
        return CompletableFuture.completedFuture((A) answer);
    }
}
