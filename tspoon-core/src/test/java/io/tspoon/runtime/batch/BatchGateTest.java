/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import io.tspoon.runtime.batch.Batch.Unfit;
import io.tspoon.runtime.batch.PendingBatch.Waiting;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Elements are texts such as {@code a2}: the second of batch a. */
class BatchGateTest {
    private static final int MOST = 4;
    private static final long NO_TIME = Long.MIN_VALUE;

    private final List<Batch> handedOn = new ArrayList<>();
    private BatchGate gate = gate(new BatchRules.OfCount<>(3, BatchRule.FOREVER));

    private BatchGate gate(BatchRule<Object> rule) {
        return new BatchGate(0, rule, MOST, handedOn::add);
    }

    private BatchGate toLast(long maxWaitMs) {
        return gate(
                new BatchRules.ToLast<>(
                        BatchGateTest::nameOf, each -> each.toString().endsWith("!"), maxWaitMs));
    }

    private BatchGate toSize(int size) {
        return gate(
                new BatchRules.ToSize<>(BatchGateTest::nameOf, each -> size, BatchRule.FOREVER));
    }

    private static String nameOf(Object element) {
        return element.toString().substring(0, 1);
    }

    private void add(String... elements) throws Exception {
        for (String element : elements) {
            add(element, NO_TIME, 0);
        }
    }

    private void add(String element, long time, long nowMs) throws Exception {
        gate.add(new Waiting(element, "key of " + element, time, 1, nowMs));
    }

    /**
     * What was handed on since the last call, such as {@code a: a1 a2 a3} or {@code a: a1
     * TOO_LARGE}.
     */
    private List<String> taken() {
        List<String> texts =
                handedOn.stream()
                        .map(
                                batch ->
                                        batch.key()
                                                + ": "
                                                + batch.elements().stream()
                                                        .map(Object::toString)
                                                        .collect(Collectors.joining(" "))
                                                + (batch.unfit() == null
                                                        ? ""
                                                        : " " + batch.unfit()))
                        .toList();
        handedOn.clear();
        return texts;
    }

    @Test
    void batchOfACountHasAsManyElements() throws Exception {
        add("1", "2", "3", "4", "5", "6", "7");
        assertThat(taken()).containsExactly("key of 1: 1 2 3", "key of 4: 4 5 6");
        assertThat(gate.waiting()).isEqualTo(1);

        gate.end();
        assertThat(taken()).containsExactly("key of 7: 7");
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void timeEndsABatchOfACount() throws Exception {
        gate = gate(new BatchRules.OfCount<>(3, 10));
        add("1", NO_TIME, 100);
        add("2", NO_TIME, 105);
        assertThat(gate.oldestMs()).isEqualTo(100);
        assertThat(gate.nextMs()).isEqualTo(110);
        gate.advance(109);
        assertThat(taken()).isEmpty();

        gate.advance(110);
        assertThat(taken()).containsExactly("key of 1: 1 2");
        assertThat(gate.nextMs()).isEqualTo(BatchRule.FOREVER);
    }

    @Test
    void lastElementEndsItsBatch() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        add("a1", "b1", "a2", "b2!", "a3!", "a4!");
        assertThat(taken()).containsExactly("b: b1 b2!", "a: a1 a2 a3!", "a: a4!");
    }

    /** All of a coordinator would be one batch. */
    @ParameterizedTest
    @NullAndEmptySource
    void batchByKeyHasAKey(String key) {
        BatchNames<Object> names = new BatchNames<>(any -> key);
        assertThatThrownBy(() -> names.getKey("a1"))
                .hasMessageStartingWith("[TSP-2140] Cannot add element to batch")
                .hasMessageContaining("element=a1. Give");
    }

    @Test
    void inputThatEndsAbortsWhatIsNotWhole() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        add("a1", "b1!", "a2");
        gate.end();
        assertThat(taken()).containsExactly("b: b1!", "a: a1 a2 INCOMPLETE");
    }

    @Test
    void restOfAnAbandonedBatchIsAborted() throws Exception {
        gate = toLast(10);
        add("a1", NO_TIME, 0);
        gate.advance(10);
        assertThat(taken()).containsExactly("a: a1 INCOMPLETE");
        add("a2", NO_TIME, 15);
        gate.advance(25);
        assertThat(taken()).containsExactly("a: a2 INCOMPLETE");
        add("a3!", NO_TIME, 30);
        assertThat(taken()).containsExactly("a: a3! INCOMPLETE");

        add("a1!", NO_TIME, 31);
        assertThat(taken()).containsExactly("a: a1!");
    }

    @Test
    void oldestIsOneOfWhichElementsWait() throws Exception {
        gate = toLast(10);
        add("a1", NO_TIME, 0);
        gate.advance(10);
        assertThat(gate.oldestMs()).isEqualTo(BatchRule.FOREVER);
        assertThat(gate.nextMs()).isEqualTo(20);
        add("b1", NO_TIME, 12);
        assertThat(gate.oldestMs()).isEqualTo(12);
        add("a2", NO_TIME, 15);
        assertThat(gate.waiting()).isEqualTo(2);
        assertThat(gate.nextMs()).isEqualTo(22);
    }

    @Test
    void abandonedBatchIsForgottenWhenNothingMoreComes() throws Exception {
        gate = toLast(10);
        add("a1", NO_TIME, 0);
        gate.advance(10);
        gate.advance(20);
        assertThat(gate.pending()).isEmpty();
        assertThat(taken()).containsExactly("a: a1 INCOMPLETE");
    }

    @Test
    void allOfATooLargeBatchIsAborted() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        add("a1", "a2", "a3", "a4", "a5", "a6", "a7!", "a1!");
        assertThat(taken())
                .containsExactly("a: a1 a2 a3 a4 a5 TOO_LARGE", "a: a6 a7! TOO_LARGE", "a: a1!");
    }

    // ------------------------------------------------------------------ after a crash

    /** As a log has it: a batch that was not executed. */
    private void logged(Unfit why, String... elements) {
        List<String> keys = Stream.of(elements).map(each -> "key of " + each).toList();
        gate.awaitLogged(nameOf(elements[0]), why, keys, 0);
    }

    private void addKnown(String... elements) throws Exception {
        for (String element : elements) {
            gate.addKnown(element, "key of " + element, 0);
        }
    }

    @ParameterizedTest
    @EnumSource(Unfit.class)
    void restOfAnAbortedBatchIsAbortedAfterACrash(Unfit why) throws Exception {
        gate = toLast(BatchRule.FOREVER);
        logged(why, "a1", "a2");
        addKnown("a1", "a2");
        add("a3", "a4!", "a5", "a6!");
        assertThat(taken()).containsExactly("a: a3 a4! " + why, "a: a5 a6!");
        assertThat(gate.pending()).isEmpty();
    }

    @Test
    void restOfAnAbortedBatchIsAbortedThoughItComesFirst() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        logged(Unfit.INCOMPLETE, "a1", "a2");
        add("a3!");
        addKnown("a1");
        assertThat(taken()).containsExactly("a: a3! INCOMPLETE");
    }

    @Test
    void restOfAnAbortedBatchOfASizeIsAbortedAfterACrash() throws Exception {
        gate = toSize(3);
        logged(Unfit.INCOMPLETE, "a1", "a2");
        addKnown("a1");
        add("a3");
        addKnown("a2");
        add("a4", "a5", "a6");
        assertThat(taken()).containsExactly("a: a3 INCOMPLETE", "a: a4 a5 a6");
        assertThat(gate.pending()).isEmpty();
    }

    /** And there may be another aborted one behind it. */
    @Test
    void abortedBatchThatIsKnownToItsEndIsOver() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        logged(Unfit.TOO_LARGE, "a1", "a2!");
        logged(Unfit.INCOMPLETE, "a5");
        addKnown("a1", "a2!");
        add("a3", "a4!");
        addKnown("a5");
        add("a6!", "a7!");
        assertThat(taken()).containsExactly("a: a3 a4!", "a: a6! INCOMPLETE", "a: a7!");
    }

    @Test
    void abortedBatchOfASizeThatIsKnownToItsEndIsOver() throws Exception {
        gate = toSize(2);
        logged(Unfit.INCOMPLETE, "a1");
        logged(Unfit.INCOMPLETE, "a2");
        addKnown("a1", "a2");
        assertThat(gate.pending()).isEmpty();
        add("a3", "a4");
        assertThat(taken()).containsExactly("a: a3 a4");
    }

    /** Two subtasks give them again, each in its order. */
    @Test
    void endOfAnAbortedBatchIsNotThatOfTheNextOfItsName() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        logged(Unfit.TOO_LARGE, "a1", "a2!");
        logged(Unfit.INCOMPLETE, "a3");
        addKnown("a1", "a3", "a2!");
        add("a4!", "a5", "a6!");
        assertThat(taken()).containsExactly("a: a4! INCOMPLETE", "a: a5 a6!");
        assertThat(gate.pending()).isEmpty();
    }

    @Test
    void endOfAnAbortedBatchIsNotThatOfElementsOfTheNextThatWait() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        logged(Unfit.TOO_LARGE, "a1", "a2!");
        logged(Unfit.INCOMPLETE, "a3");
        addKnown("a3");
        add("a4");
        addKnown("a2!", "a1");
        add("a5!", "a6!");
        assertThat(taken()).containsExactly("a: a4 a5! INCOMPLETE", "a: a6!");
        assertThat(gate.pending()).isEmpty();
    }

    /** The second batch says that it has three, and one of them comes before all of the first. */
    @Test
    void abortedBatchesOfASizeAreToldApartInAnyOrder() throws Exception {
        for (List<String> order :
                List.of(
                        List.of("a2", "a2", "a3"),
                        List.of("a3", "a2", "a2"),
                        List.of("a2", "a3", "a2"))) {
            gate = toTheirSizes();
            gate.awaitLogged("a", Unfit.INCOMPLETE, List.of("0 a2"), 0);
            gate.awaitLogged("a", Unfit.INCOMPLETE, List.of("1 a2"), 0);
            gate.awaitLogged("a", Unfit.INCOMPLETE, List.of("0 a3"), 0);
            int twos = 0;
            for (String element : order) {
                gate.addKnown(element, (element.equals("a2") ? twos++ : 0) + " " + element, 0);
            }
            add("a3", "a3", "a1");
            assertThat(taken()).as("%s", order).containsExactly("a: a3 a3 INCOMPLETE", "a: a1");
            assertThat(gate.pending()).as("%s", order).isEmpty();
        }
    }

    @Test
    void snapshotTellsAbortedBatchesOfOneNameApart() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        logged(Unfit.TOO_LARGE, "a1", "a2!");
        logged(Unfit.INCOMPLETE, "a3");
        addKnown("a1", "a3");
        PendingBatch kept = gate.pending().get(0);

        gate = toLast(BatchRule.FOREVER);
        logged(Unfit.INCOMPLETE, "a6");
        gate.restore("a", kept.known(), kept.loggedUnfit(), 0);
        addKnown("a2!");
        add("a4!", "a5!");
        addKnown("a6");
        add("a7!");
        assertThat(taken()).containsExactly("a: a4! INCOMPLETE", "a: a5!", "a: a7! INCOMPLETE");
        assertThat(gate.pending()).isEmpty();
    }

    /** A crash may come before anything has come again. */
    @Test
    void snapshotHasWhatALogKnowsOfAbortedBatches() throws Exception {
        gate = toSize(3);
        logged(Unfit.INCOMPLETE, "a1", "a2");
        PendingBatch kept = gate.pending().iterator().next();

        gate = toSize(3);
        gate.restore("a", kept.known(), kept.loggedUnfit(), 0);
        addKnown("a1", "a2");
        add("a3");
        assertThat(taken()).containsExactly("a: a3 INCOMPLETE");
    }

    /** The source may need longer until it has come to them. */
    @Test
    void whatALogKnowsIsNotForgottenBeforeItComesAgain() throws Exception {
        gate = toLast(10);
        logged(Unfit.INCOMPLETE, "a1");
        gate.advance(10);
        gate.advance(100);
        add("a2!", NO_TIME, 101);
        assertThat(taken()).containsExactly("a: a2! INCOMPLETE");
        addKnown("a1");
        gate.advance(1_000);
        assertThat(gate.pending()).isEmpty();
    }

    @Test
    void whatALogHasForgottenIsForgotten() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        logged(Unfit.INCOMPLETE, "a1", "a2");
        logged(Unfit.INCOMPLETE, "b1");
        logged(Unfit.INCOMPLETE, "c1", "c2");
        addKnown("c1");
        gate.forgetLogged(key -> key.equals("key of a2"));
        assertThat(gate.pending()).extracting(PendingBatch::name).containsExactly("a", "c");
        assertThat(gate.pending().get(0).loggedUnfit()).containsExactly("key of a2");
        add("b2!", "c3!");
        assertThat(taken()).containsExactly("b: b2!", "c: c3! INCOMPLETE");
    }

    @Test
    void knownElementsAreNotExecutedAgain() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        addKnown("a1", "a2!");
        assertThat(taken()).isEmpty();
        assertThat(gate.pending()).isEmpty();
    }

    /** A subtask may be faster than the one that gives again what is known. */
    @Test
    void knownEndIsNotThatOfElementsThatAreNew() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        add("a3");
        addKnown("a1", "a2!");
        add("a4!");
        assertThat(taken()).containsExactly("a: a3 a4!");
    }

    @Test
    void knownEndOfAnAbortedBatchIsNotThatOfElementsThatAreNew() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        logged(Unfit.TOO_LARGE, "a1", "a2!");
        add("a3");
        addKnown("a1", "a2!");
        add("a4!");
        assertThat(taken()).containsExactly("a: a3 a4!");
    }

    /**
     * Half of a logged batch may come again before the first of the next one, and half behind it.
     */
    @Test
    void knownElementsDoNotMakeABatchOfASizeWhole() throws Exception {
        gate = toSize(3);
        addKnown("a1");
        add("a4");
        addKnown("a2", "a3");
        add("a5", "a6");
        assertThat(taken()).containsExactly("a: a4 a5 a6");
    }

    @Test
    void batchThatSaysItIsTooLargeIsAborted() throws Exception {
        gate = toSize(MOST + 2);
        add("a1");
        assertThat(gate.pending()).extracting(PendingBatch::unfit).containsExactly(Unfit.TOO_LARGE);
        add("a2", "a3", "a4", "a5");
        assertThat(taken()).containsExactly("a: a1 a2 a3 a4 a5 TOO_LARGE");
        add("a6");
        assertThat(taken()).containsExactly("a: a6 TOO_LARGE");
        assertThat(gate.pending()).isEmpty();
    }

    @Test
    void batchWithTooManyBytesIsAborted() throws Exception {
        int half = (int) (BatchGate.MAX_BYTES / 2);
        gate.add(new Waiting("1", "", NO_TIME, half, 0));
        gate.add(new Waiting("2", "", NO_TIME, half + 1, 0));
        assertThat(taken()).containsExactly(": 1 2 TOO_LARGE");
        add("3");
        assertThat(taken()).containsExactly("key of 3: 3 TOO_LARGE");
    }

    @Test
    void batchWhoseKeysDoNotFitIntoALogIsAborted() throws Exception {
        String key = "k".repeat(BatchGate.MAX_IDENTITY_BYTES);
        gate.add(new Waiting("1", key, NO_TIME, 1, 0));
        assertThat(handedOn).extracting(Batch::unfit).containsExactly(Unfit.TOO_LARGE);
    }

    @Test
    void watermarkEndsTheBatchOfAllUpToIt() throws Exception {
        gate = gate(new BatchRules.ToWatermark<>());
        add("1", 10, 0);
        add("2", 30, 0);
        add("3", 20, 0);
        add("4", NO_TIME, 0);
        gate.reached(20);
        assertThat(handedOn).extracting(Batch::time).containsExactly(20L);
        assertThat(taken()).containsExactly("key of 1: 1 3 4");
        gate.reached(29);
        assertThat(taken()).isEmpty();

        add("5", 5, 0); // late, so it belongs to the next
        gate.reached(Long.MAX_VALUE);
        assertThat(taken()).containsExactly("key of 2: 2 5");
        assertThat(gate.waiting()).isZero();
    }

    /** Elements of several batches may wait, each of which is small. */
    @Test
    void boundIsOfEachBatchThatAWatermarkEnds() throws Exception {
        gate = gate(new BatchRules.ToWatermark<>());
        for (int time = 1; time <= 3 * MOST; time++) {
            add("" + time, time, 0);
        }
        gate.reached(4);
        gate.reached(7);
        gate.reached(12);
        assertThat(taken())
                .containsExactly(
                        "key of 1: 1 2 3 4", "key of 5: 5 6 7", "key of 8: 8 9 10 11 12 TOO_LARGE");
    }

    /** Half of it would be executed else. */
    @Test
    void batchesOfElementsThatWereAbortedEarlyAreAborted() throws Exception {
        gate = gate(new BatchRules.ToWatermark<>());
        int waiting = MOST * BatchGate.BATCHES_WAITING;
        for (int i = 0; i <= waiting; i++) {
            add("" + i, i == waiting ? 50 : i % 2 == 0 ? 10 : 21, 0);
        }
        assertThat(handedOn).allMatch(batch -> batch.unfit() == Unfit.TOO_LARGE);
        assertThat(handedOn).allMatch(batch -> batch.elements().size() <= MOST + 1);
        assertThat(handedOn.stream().mapToInt(batch -> batch.elements().size()).sum())
                .isEqualTo(waiting + 1);
        handedOn.clear();

        add("a", 10, 0);
        add("b", 21, 0);
        add("c", 30, 0);
        add("d", 49, 0);
        gate.reached(20);
        gate.reached(22);
        gate.reached(40);
        gate.reached(60);
        add("e", 50, 0);
        gate.reached(70);
        assertThat(taken())
                .containsExactly(
                        "key of a: a TOO_LARGE",
                        "key of b: b TOO_LARGE",
                        "key of c: c",
                        "key of d: d TOO_LARGE",
                        "key of e: e");
        assertThat(gate.pending()).isEmpty();
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void boundIsAlsoOfTheBatchThatTheEndOfTheInputEnds() throws Exception {
        gate = gate(new BatchRules.ToWatermark<>());
        add("1", "2", "3", "4", "5", "6");
        gate.end();
        assertThat(taken())
                .containsExactly("key of 1: 1 2 3 4 5 TOO_LARGE", "key of 6: 6 TOO_LARGE");
    }

    @Test
    void oldestThatWaitsForAWatermarkIsOneThatIsThere() throws Exception {
        gate = gate(new BatchRules.ToWatermark<>());
        add("1", 10, 100);
        add("2", 30, 200);
        add("3", 20, 300);
        gate.reached(20);
        assertThat(gate.oldestMs()).isEqualTo(200);
        assertThat(gate.waiting()).isEqualTo(1);
        gate.reached(30);
        gate.reached(40);
        assertThat(gate.waiting()).isZero();
    }

    /** It would be copied, and written with each snapshot. */
    @Test
    void watermarkThatEndsNothingChangesNothing() throws Exception {
        gate = gate(new BatchRules.ToWatermark<>());
        add("1", 10, 0);
        PendingBatch batch = gate.pending().get(0);
        batch.markStored(true);
        gate.reached(9);
        assertThat(batch.isStored()).isTrue();
        gate.reached(10);
        assertThat(taken()).containsExactly("key of 1: 1");
    }

    @Test
    void watermarkEndsNoOtherBatch() throws Exception {
        add("1", 10, 0);
        gate.reached(20);
        assertThat(taken()).isEmpty();
    }

    // ------------------------------------------------------------------ snapshots

    /** The only batch goes on in another gate, with its elements. */
    private void restore(BatchGate other, long nowMs) throws Exception {
        PendingBatch kept = gate.pending().iterator().next();
        gate = other;
        gate.restore(kept.name(), kept.known(), kept.loggedUnfit(), nowMs);
        for (Waiting each : kept.elements()) {
            add(each.element().toString(), each.time(), nowMs);
        }
    }

    /** Nothing could come of it while the job was not there. */
    @Test
    void timeOfARestoredBatchBeginsAnew() throws Exception {
        gate = toLast(10);
        add("a1", NO_TIME, 7);
        restore(toLast(10), 1_000);
        gate.advance(1_009);
        add("a2!");
        assertThat(taken()).containsExactly("a: a1 a2!");
    }

    @Test
    void restoredBatchKnowsTheLargestSizeThatWasTold() throws Exception {
        gate = toTheirSizes();
        add("a3", "a1");
        restore(toTheirSizes(), 0);
        assertThat(taken()).isEmpty();
        add("a1");
        assertThat(taken()).containsExactly("a: a3 a1 a1");
    }

    /** The element that told its size may be aborted, and not in the snapshot. */
    @Test
    void restoredBatchKnowsASizeThatIsTooLarge() throws Exception {
        gate = toTheirSizes();
        add("a9", "a1", "a1", "a1", "a1");
        assertThat(taken()).containsExactly("a: a9 a1 a1 a1 a1 TOO_LARGE");
        restore(toTheirSizes(), 0);
        add("a1", "a1", "a1", "a1");
        assertThat(taken()).containsExactly("a: a1 a1 a1 a1 TOO_LARGE");
    }

    private BatchGate toTheirSizes() {
        return gate(
                new BatchRules.ToSize<>(
                        BatchGateTest::nameOf,
                        each -> Integer.parseInt(each.toString().substring(1)),
                        BatchRule.FOREVER));
    }

    @Test
    void restoredBatchIsStillAborted() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        add("a1", "a2", "a3", "a4", "a5");
        restore(toLast(BatchRule.FOREVER), 0);
        handedOn.clear();
        add("a6!");
        assertThat(taken()).containsExactly("a: a6! TOO_LARGE");
    }

    @Test
    void restoredBatchesAreStillAbortedUpToAWatermark() throws Exception {
        gate = gate(new BatchRules.ToWatermark<>());
        for (int i = 0; i <= MOST * BatchGate.BATCHES_WAITING; i++) {
            add("" + i, 50, 0);
        }
        restore(gate(new BatchRules.ToWatermark<>()), 0);
        handedOn.clear();
        add("a", 40, 0);
        gate.reached(45);
        add("b", 48, 0);
        gate.reached(50);
        add("c", 60, 0);
        gate.reached(60);
        assertThat(taken()).containsExactly("key of a: a", "key of b: b TOO_LARGE", "key of c: c");
    }

    @Test
    void batchOfWhichNothingIsKnownDoesNotWait() {
        gate.restore("", PendingBatch.known(7, null), List.of(), 0);
        assertThat(gate.pending()).isEmpty();
    }

    @Test
    void changeIsToldToTheNextSnapshot() throws Exception {
        gate = toLast(BatchRule.FOREVER);
        add("a1");
        PendingBatch batch = gate.pending().iterator().next();
        assertThat(batch.isStored()).isFalse();
        batch.markStored(true);
        assertThat(batch.isStored()).isTrue();
        add("a2");
        assertThat(batch.isStored()).isFalse();
    }
}
