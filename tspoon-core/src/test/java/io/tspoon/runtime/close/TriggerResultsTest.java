/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

class TriggerResultsTest {
    private static final int SLOT = 3;

    private final CoordinatorLink link =
            CoordinatorLinks.open(
                    8,
                    () -> {},
                    null,
                    new CoordinatorLink.Described(
                            true,
                            List.of("numbers", "next"),
                            null,
                            Set.of(),
                            ReturnedInputs.NONE,
                            "",
                            true,
                            Set.of("next")));

    private static final AbortReason REJECTED =
            new AbortReason(AbortReason.Kind.USER, "numbers", "b", "rejected", "");

    /** What they trigger is told in the order of the batch. */
    @Test
    void batchLeavesWithoutWhatItsElementsTrigger() {
        Triggered first = new Triggered("next", "first");
        Triggered second = new Triggered("next", "second");
        List<BatchElement<Object>> parts =
                List.of(
                        new BatchElement<>("a", List.of(first, 1)),
                        new BatchElement<>("b", List.of(), List.of(REJECTED)),
                        new BatchElement<>("c", List.of(2, second)));
        TransactionResult<Object> result =
                new TransactionResult<>(
                        new TransactionId(7),
                        "numbers",
                        "a",
                        new ExecutionTimestamp(7),
                        Outcome.COMMITTED,
                        1,
                        List.of(),
                        List.of(),
                        List.of(first, 1, 2, second),
                        null,
                        parts);

        TransactionResult<Object> shown =
                new TriggerResults<Object>(link).tell(List.of(result), new int[] {SLOT}).get(0);

        assertThat(shown.emitted()).containsExactly(1, 2);
        assertThat(shown.elements())
                .containsExactly(
                        new BatchElement<>("a", List.of(1)),
                        new BatchElement<>("b", List.of(), List.of(REJECTED)),
                        new BatchElement<>("c", List.of(2)));
        List<Feedback.Triggers> told = new ArrayList<>();
        link.beginPolling();
        for (Feedback each = link.poll(); each != null; each = link.poll()) {
            if (each instanceof Feedback.Triggers triggers) {
                told.add(triggers);
            }
        }
        assertThat(told)
                .singleElement()
                .satisfies(
                        triggers ->
                                assertThat(triggers.triggering())
                                        .containsExactly(
                                                new Feedback.Triggering(
                                                        SLOT, 7, List.of(first, second))));
    }
}
