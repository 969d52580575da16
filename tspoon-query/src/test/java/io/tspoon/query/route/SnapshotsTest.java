/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.request.When;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
class SnapshotsTest {
    private static final When ANY = new When(false, When.CHOICE, 0, 1_000);
    private static final When FRESH = new When(true, When.CHOICE, 0, 1_000);
    private static final When AFTER = new When(false, When.CHOICE, 5, 1_000);
    private static final When AT = new When(false, 7, 0, 1_000);
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

    private final Snapshots snapshots =
            new Snapshots(
                    "bank",
                    new Topology(job, timer),
                    address -> this::call,
                    new Limits(1, 1, 1, 1, 1, 1_000, 1_000, 1_000),
                    timer);

    @Test
    void whoAskedForNoTimestampGetsAnotherRound() {
        int before = 0;
        for (When when : List.of(AFTER, FRESH)) {
            losing = 1;
            Snapshot own = snapshots.acquireOwn(when).join();
            losing = 1;
            Snapshot shared = snapshots.acquire(FRESH).join();

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
        for (CompletableFuture<Snapshot> failing :
                List.of(snapshots.acquireOwn(ANY), snapshots.acquire(ANY))) {
            assertFails(failing, FailureReason.TIMEOUT);
        }
        assertThat(rounds).isEqualTo(2 * Snapshots.MAX_ROUNDS);
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
        CompletableFuture<Snapshot> failing = snapshots.acquireOwn(ANY);
        actions.remove().run();
        assertFails(failing, FailureReason.NOT_READY);

        job.setSilent(false);
        snapshots.acquireOwn(ANY).join().release();
        assertThat(job.located()).isEqualTo(2);
    }

    /** Pages that follow would find nothing. */
    @Test
    void whatIsNotKeptInTimeGoesWithItsUser() {
        Snapshot snapshot = snapshots.acquireOwn(ANY).join();
        held = true;
        CompletableFuture<Void> kept = snapshot.keep(1_000, 1_000);
        actions.remove().run();
        assertThat(kept).isCompletedExceptionally();
        assertThatThrownBy(kept::join).hasCauseInstanceOf(TimeoutException.class);

        snapshot.release();
        assertThat(pins).isEmpty();
    }

    private static void assertFails(CompletableFuture<Snapshot> future, FailureReason reason) {
        assertThat(future).isCompletedExceptionally();
        assertThatThrownBy(future::join)
                .cause()
                .isInstanceOfSatisfying(
                        QueryException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private CompletableFuture<JsonNode> call(Operation operation, ObjectNode body, long timeoutMs) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        long pin = body.path("pin").asLong();
        switch (operation) {
            case PIN -> {
                rounds++;
                pins.add(pin);
                answer.put("timestamp", APPLIED);
            }
            case SETTLE -> {
                if (held) {
                    return new CompletableFuture<>();
                }
                if (losing-- > 0) {
                    return CompletableFuture.failedFuture(
                            new QueryException(failure, "by the test"));
                }
            }
            case UNPIN -> pins.remove(pin);
            default -> throw new AssertionError(operation);
        }
        return CompletableFuture.completedFuture(answer);
    }
}
