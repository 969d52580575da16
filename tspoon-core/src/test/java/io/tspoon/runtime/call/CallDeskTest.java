/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.CallException;
import io.tspoon.call.CallException.Reason;
import io.tspoon.call.CallOutcome;
import io.tspoon.runtime.plan.CallSettings;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a coordinator does with calls, on real state; the test is the coordinator behind it. */
class CallDeskTest {
    private static final long RETENTION_MS = 60_000;
    private static final CallSettings SETTINGS = new CallSettings(RETENTION_MS, 4, 3, 2);

    private DeskOperator operator;

    CallDeskTest() throws Exception {
        operator = new DeskOperator(SETTINGS, true, 1, 0, null);
    }

    @AfterEach
    void close() throws Exception {
        operator.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyAnswerIsTheFirstOutcome(boolean commits) throws Exception {
        CompletableFuture<CallOutcome> first = operator.call("a", 5);
        CompletableFuture<CallOutcome> attached = operator.call("a", 5);
        assertThat(operator.begun).hasSize(1);
        assertThat(first).isNotDone();

        if (commits) {
            operator.commit();
        } else {
            operator.abort();
        }
        CompletableFuture<CallOutcome> later = operator.call("a", 5);

        assertThat(operator.begun).isEmpty();
        assertThat(first.get().repeated()).isFalse();
        assertThat(attached.get().repeated()).isTrue();
        assertThat(later.get().repeated()).isTrue();
        assertThat(attached.get().result()).isEqualTo(first.get().result());
        TransactionResult<?> result = later.get().result();
        assertThat(result.outcome()).isEqualTo(commits ? Outcome.COMMITTED : Outcome.ABORTED);
        assertThat(result.reasons()).hasSize(commits ? 0 : 1);
        assertThat(result.emitted()).isEqualTo(commits ? List.of(5L) : List.of());
        assertThat(result.entrance()).isEqualTo(DeskOperator.TRANSFER);
        assertThat(result.key()).isEqualTo("a");
        assertThat(operator.ended).isEqualTo(1);
    }

    @Test
    void anotherRequestUnderTheKeyIsRefused() throws Exception {
        operator.call("a", 5);
        assertThatRefused(operator.call("a", 6), Reason.KEY_REUSED);
        operator.commit();
        assertThatRefused(operator.call("a", 6), Reason.KEY_REUSED);
        assertThat(operator.call("a", 5).get().result().emitted().get(0)).isEqualTo(5L);
    }

    @Test
    void waitsForItsPlace() throws Exception {
        operator.room = 0;
        CompletableFuture<CallOutcome> call = operator.call("a", 5);
        assertThat(operator.begun).isEmpty();
        assertThat(known("a")).isEqualTo("under way");

        operator.room = 1;
        operator.desk().serve();
        operator.commit();

        assertThat(call).isDone();
        assertThat(known("a")).isEqualTo("ended");
        assertThat(known("b")).isEqualTo("unknown");
    }

    private String known(String key) throws Exception {
        var found = operator.desk().find(DeskOperator.key(key));
        operator.desk().serve();
        var known = found.get();
        if (known == null) {
            return "unknown";
        }
        return known.outcome() == null ? "under way" : "ended";
    }

    /** Nothing is begun that the recovery may show to be a repetition. */
    @Test
    void nothingIsDecidedBeforeTheRecovery() throws Exception {
        operator.recovered = false;
        CompletableFuture<CallOutcome> call = operator.call("a", 5);
        assertThat(operator.begun).isEmpty();

        operator.recovered = true;
        operator.desk().serve();
        assertThat(operator.begun).hasSize(1);
        assertThat(call).isNotDone();
    }

    @Test
    void tooManyThatWaitAreRefused() throws Exception {
        operator.room = 0;
        for (String key : List.of("a", "b", "c")) {
            assertThat(operator.call(key, 5)).isNotDone();
        }
        assertThatRefused(operator.call("d", 5), Reason.OVERLOADED);

        operator.room = 3;
        operator.desk().serve();
        assertThat(operator.call("d", 5)).isNotDone();
        assertThat(operator.begun).hasSize(3);
    }

    /** Outcomes are never forgotten early: new calls are refused instead. */
    @Test
    void tooManyThatAreRetainedAreRefusedUntilTheOldestIsForgotten() throws Exception {
        for (String key : List.of("a", "b", "c", "d")) {
            operator.call(key, 5);
            operator.commit();
        }
        assertThatRefused(operator.call("e", 5), Reason.OVERLOADED);
        assertThat(operator.call("a", 5).get().repeated()).isTrue();

        operator.snapshot(1);
        operator.desk().completed(1);
        operator.setTime(RETENTION_MS + 2_000);
        assertThat(operator.call("e", 5)).isNotDone();
        assertThat(operator.call("a", 6)).as("the key is new").isNotDone();
    }

    @Test
    void eachOutcomeIsForgottenInItsTimeAlsoAfterARestore() throws Exception {
        operator.call("a", 5);
        operator.commit();
        operator.setTime(3_000);
        operator.call("b", 5);
        operator.commit();
        OperatorSubtaskState snapshot = operator.snapshot(1);
        operator.close();

        operator = new DeskOperator(SETTINGS, true, 1, 0, snapshot);
        operator.setTime(RETENTION_MS + 2_000);
        assertThat(operator.call("b", 5).get().repeated()).isTrue();
        assertThat(operator.call("a", 6)).as("the key is new").isNotDone();
        operator.commit();

        operator.setTime(RETENTION_MS + 5_000);
        assertThat(operator.call("b", 6)).as("the key is new").isNotDone();
    }

    /** A time for which a timer was set, and was over, may come again. */
    @Test
    void outcomesAreForgottenAlsoIfTheClockGoesBack() throws Exception {
        operator.call("a", 5);
        operator.commit();
        operator.snapshot(1);
        operator.desk().completed(1);
        operator.setTime(RETENTION_MS + 2_000);
        operator.setTime(0);
        for (String key : List.of("a", "b", "c", "d")) {
            operator.call(key, 6);
            operator.commit();
        }
        operator.snapshot(2);
        operator.desk().completed(2);

        operator.setTime(RETENTION_MS + 2_000);
        assertThat(operator.call("a", 7)).as("the key is new").isNotDone();
        assertThat(operator.call("b", 7)).as("the key is new").isNotDone();
    }

    // ------------------------------------------------------------------ durability

    @Test
    void durableWithACheckpointThatBeganAfterIt() throws Exception {
        operator.snapshot(1);
        CompletableFuture<CallOutcome> executed = operator.call("a", 5);
        CompletableFuture<CallOutcome> durable = operator.call("a", 5, true);
        operator.commit();
        assertThat(executed.get().durable()).isFalse();

        operator.desk().completed(1);
        assertThat(durable).as("its checkpoint began before the call").isNotDone();
        operator.snapshot(2);
        operator.desk().aborted(2);
        operator.snapshot(3);
        CompletableFuture<CallOutcome> attached = operator.call("a", 5, true);
        assertThat(operator.call("a", 5).get().durable()).isFalse();
        operator.desk().completed(3);

        assertThat(durable.get().durable()).isTrue();
        assertThat(attached.get().durable()).isTrue();
        assertThat(operator.call("a", 5).get().durable()).isTrue();
    }

    @Test
    void checkpointHasTheOutcomes() throws Exception {
        operator.call("a", 5);
        operator.abort();
        OperatorSubtaskState snapshot = operator.snapshot(1);
        operator.close();

        operator = new DeskOperator(SETTINGS, true, 1, 0, snapshot);
        CallOutcome again = operator.call("a", 5).get();
        assertThat(again.repeated()).isTrue();
        assertThat(again.durable()).isTrue();
        assertThat(again.result().outcome()).isEqualTo(Outcome.ABORTED);
        assertThatRefused(operator.call("a", 6), Reason.KEY_REUSED);
        for (String key : List.of("b", "c", "d")) {
            assertThat(operator.call(key, 5)).isNotDone();
        }
        operator.room = 0;
        assertThatRefused(operator.call("e", 5), Reason.OVERLOADED);
    }

    @Test
    void withoutCheckpointsNothingBecomesDurable() throws Exception {
        operator.close();
        operator = new DeskOperator(SETTINGS, false, 1, 0, null);
        operator.call("a", 5);
        operator.commit();

        assertThat(operator.desk().becomesDurable()).isFalse();
        assertThat(operator.call("a", 5).get().durable()).isFalse();
    }

    /** The job goes on from the snapshot, so nothing may begin behind it. */
    @Test
    void nothingBeginsBehindASnapshotThatStopsTheJobUnlessItFails() throws Exception {
        operator.desk().snapshot(7, true);
        CompletableFuture<CallOutcome> behind = operator.call("a", 5);
        assertThat(operator.begun).isEmpty();
        operator.desk().aborted(7);
        operator.desk().serve();
        assertThat(operator.begun).hasSize(1);

        operator.commit();
        assertThat(behind.get().repeated()).isFalse();
        operator.desk().snapshot(8, true);
        CompletableFuture<CallOutcome> last = operator.call("b", 5);
        operator.desk().close();
        assertThatRefused(last, Reason.ENDED);
        assertThatRefused(operator.call("c", 5), Reason.ENDED);
    }

    // ------------------------------------------------------------------ end

    @Test
    void endRefusesWhatWaitsAndWhatComes() throws Exception {
        operator.room = 0;
        CompletableFuture<CallOutcome> waiting = operator.call("a", 5);
        operator.desk().end();
        assertThatRefused(waiting, Reason.ENDED);
        assertThatRefused(operator.call("b", 5), Reason.ENDED);
    }

    @Test
    void closeTellsThatTheEffectIsUnknown() throws Exception {
        CompletableFuture<CallOutcome> call = operator.call("a", 5);
        CompletableFuture<CallOutcome> durable = operator.call("b", 5, true);
        operator.begun.addLast(operator.begun.remove());
        operator.commit();
        operator.desk().close();
        assertThatRefused(call, Reason.STOPPED);
        assertThatRefused(durable, Reason.STOPPED);
    }

    @Test
    void whoHasGivenUpIsForgotten() throws Exception {
        CompletableFuture<CallOutcome> first = operator.call("a", 5);
        first.cancel(false);
        CompletableFuture<CallOutcome> second = operator.call("a", 5);
        operator.commit();
        assertThat(second.get().result().emitted().get(0)).isEqualTo(5L);
    }

    /** The coordinators agree on the owner, and nobody else takes the call. */
    @Test
    void ownerTakesTheCall() throws Exception {
        operator.close();
        operator = new DeskOperator(SETTINGS, true, 2, 1, null);
        String own = keyOf(1);
        String other = keyOf(0);
        assertThat(operator.call(own, 5)).isNotDone();
        assertThatRefused(operator.call(other, 5), Reason.NOT_OWNER);
    }

    private String keyOf(int owner) {
        int i = 0;
        while (operator.desk().owner(DeskOperator.key("k" + i)) != owner) {
            i++;
        }
        return "k" + i;
    }

    private static void assertThatRefused(CompletableFuture<?> call, Reason reason) {
        assertThat(call).isDone();
        assertThatThrownBy(call::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class,
                        failure -> {
                            assertThat(failure.reason()).isEqualTo(reason);
                            assertThat(Objects.requireNonNull(failure.getMessage()))
                                    .contains("graph=bank", "procedure=transfer");
                        });
    }
}
