/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.protocol.commit.Attempt;
import io.tspoon.protocol.commit.CommitCoordinator;
import io.tspoon.protocol.commit.DecisionsAsReady;
import io.tspoon.runtime.batch.BatchGate;
import io.tspoon.runtime.batch.BatchRule;
import io.tspoon.runtime.batch.BatchRules;
import io.tspoon.runtime.batch.PendingBatch;
import io.tspoon.runtime.feedback.AttemptDescriptions;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.transport.ElementNumber;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

class ResultBuilderTest {
    /** What is left of a text of an abort that is longer. */
    private static final int LONGEST_TEXT = 20_003;

    private final AttemptDescriptions known = new CoordinatorLink(1, 8, () -> {}).attempts();
    private final Attempt<ResultBuilder<Long>> attempt =
            new CommitCoordinator<ResultBuilder<Long>, TransactionResult<Long>>(
                            8,
                            1,
                            ResultBuilder::new,
                            (decided, decision) -> null,
                            new DecisionsAsReady<>(),
                            Durability.CHECKPOINT)
                    .fragment(3, 7, 1, null);
    private final ResultBuilder<Long> builder = attempt.payload();

    /** Else a transaction that writes nothing could be too large for a log. */
    @ParameterizedTest
    @CsvSource({
        "1, 10, 1",
        "99, 10, 99",
        "100, 10, 100",
        "101, 10, 100",
        "200, 20003, 53",
    })
    void firstReasonsAreKept(int count, int length, int kept) {
        List<AbortReason> reasons = reasons(count, length);
        reasons.forEach(builder::addReason);

        assertThat(take(Decision.ABORT).reasons()).isEqualTo(reasons.subList(0, kept));
    }

    @Test
    void largestReasonsHaveAnEnd() {
        String longest = "x".repeat(LONGEST_TEXT);
        for (int i = 0; i < 200; i++) {
            builder.addReason(
                    new AbortReason(AbortReason.Kind.USER, longest, longest, longest, longest));
        }

        assertThat(take(Decision.ABORT).reasons())
                .hasSize(1 + ResultBuilder.MAX_REASON_CHARS / (4 * LONGEST_TEXT));
    }

    @Test
    void nextAttemptHasReasonsOfItsOwn() {
        reasons(200, LONGEST_TEXT).forEach(builder::addReason);
        assertThat(builder.take(attempt, Decision.RETRY, known)).isNull();

        List<AbortReason> own = reasons(40, LONGEST_TEXT);
        own.forEach(builder::addReason);
        assertThat(take(Decision.ABORT).reasons()).isEqualTo(own);
        assertThat(take(Decision.COMMIT).reasons()).isEmpty();
    }

    @Test
    void reasonsOfABatchNameTheElementsThatTheyAreOf() throws Exception {
        CoordinatorLink link = linkOfBatches();
        AttemptDescriptions batched = describedBatch(link);
        builder.at(1);
        builder.addReason(reason("broke", 5));
        builder.addReason(AbortReasons.byBound("graph", "", 9));
        builder.at(0);
        builder.addReason(reason("broke", 5));

        assertThat(Objects.requireNonNull(builder.take(attempt, Decision.ABORT, batched)).reasons())
                .extracting(AbortReason::detail)
                .containsExactly("element=second", "limitBytes=9", "element=first");
        CoordinatorLinks.close(link);
    }

    @Test
    void rejectedElementsOfACommittedBatchSayWhy() throws Exception {
        CoordinatorLink link = linkOfBatches();
        AttemptDescriptions batched = describedBatch(link);
        builder.at(ElementNumber.rejecting(1));
        builder.addElement(5L);
        builder.at(ElementNumber.rejecting(0));
        builder.reject(reason("broke", 5));

        TransactionResult<Long> committed =
                Objects.requireNonNull(builder.take(attempt, Decision.COMMIT, batched));
        assertThat(committed.emitted()).containsExactly(5L);
        assertThat(committed.elements())
                .containsExactly(
                        new BatchElement<>("first", List.of(), List.of(reason("broke", 5))),
                        new BatchElement<>("second", List.of(5L)));
        CoordinatorLinks.close(link);
    }

    @ParameterizedTest
    @EnumSource(
            value = Decision.class,
            names = {"ABORT", "RETRY"})
    void whoseBatchDoesNotCommitIsNotRejected(Decision decision) throws Exception {
        CoordinatorLink link = linkOfBatches();
        AttemptDescriptions batched = describedBatch(link);
        builder.at(ElementNumber.rejecting(1));
        builder.reject(reason("broke", 5));
        builder.addReason(reason("other", 5));
        if (decision == Decision.RETRY) {
            assertThat(builder.take(attempt, decision, batched)).isNull();
            batched = describedBatch(link);
        } else {
            TransactionResult<Long> aborted =
                    Objects.requireNonNull(builder.take(attempt, decision, batched));
            assertThat(aborted.elements()).noneMatch(BatchElement::isRejected);
            assertThat(aborted.reasons())
                    .extracting(AbortReason::detail)
                    .containsExactly("element=second");
        }

        assertThat(
                        Objects.requireNonNull(builder.take(attempt, Decision.COMMIT, batched))
                                .elements())
                .as("of the next attempt")
                .noneMatch(BatchElement::isRejected);
        CoordinatorLinks.close(link);
    }

    /** Each access to a key reports its value; the result has what is installed. */
    @Test
    void lastUpdateOfEachKeyStaysAtThePlaceOfItsFirst() {
        for (int round = 0; round < 2; round++) {
            builder.addUpdate(update("a", "k", 1), false);
            builder.addUpdate(update("a", "l", 2), false);
            builder.addUpdate(update("a", "k", 3), true);
            builder.addUpdate(update("b", "k", 4), false);
            builder.addUpdate(update("a", "l", null), true);
            builder.addUpdate(update("a", "k", 5), true);
            builder.addUpdate(update("c", "m", 6), false);

            assertThat(take(Decision.COMMIT).updates())
                    .containsExactly(
                            update("a", "k", 5),
                            update("a", "l", null),
                            update("b", "k", 4),
                            update("c", "m", 6));
            assertThat(take(Decision.COMMIT).updates()).as("of another attempt").isEmpty();
        }
    }

    /** Else values of megabytes that are written again and again would all be kept. */
    @Test
    void valuesThatWereReplacedAreNotKept() {
        long written = 0;
        for (int i = 0; i < 64; i++) {
            byte[] large = new byte[(int) (Runtime.getRuntime().maxMemory() / 16)];
            written += large.length;
            builder.addUpdate(new StateUpdate("a", "k", large), i > 0);
        }

        assertThat(written).isGreaterThan(Runtime.getRuntime().maxMemory());
        assertThat(take(Decision.COMMIT).updates()).hasSize(1);
    }

    private static CoordinatorLink linkOfBatches() {
        return CoordinatorLinks.open(
                8,
                () -> {},
                null,
                new CoordinatorLink.Described(
                        true, List.of(), null, Set.of(), ReturnedInputs.NONE, "", true, Set.of()));
    }

    /** A batch of two elements is in the slot of the attempt. */
    private AttemptDescriptions describedBatch(CoordinatorLink link) throws Exception {
        AttemptDescriptions batched = link.attempts();
        BatchGate gate =
                new BatchGate(
                        0,
                        new BatchRules.OfCount<>(2, BatchRule.FOREVER),
                        2,
                        batch ->
                                batched.describe(
                                        attempt.slot(),
                                        new AdmissionWindow<Object>(8, 0).admit(batch, "", 0),
                                        0,
                                        ElementTimes.NONE));
        gate.add(new PendingBatch.Waiting(1L, "first", ElementTimes.NONE, 8, 0));
        gate.add(new PendingBatch.Waiting(2L, "second", ElementTimes.NONE, 8, 0));
        return batched;
    }

    private static StateUpdate update(String state, String key, @Nullable Integer value) {
        return new StateUpdate(state, key, value);
    }

    private TransactionResult<Long> take(Decision decision) {
        return Objects.requireNonNull(builder.take(attempt, decision, known));
    }

    private static List<AbortReason> reasons(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> reason(Integer.toString(i), length))
                .toList();
    }

    private static AbortReason reason(String rule, int length) {
        String detail = "x".repeat(length - rule.length());
        return new AbortReason(AbortReason.Kind.CONSTRAINT, "", "", rule, detail);
    }
}
