/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.TransactionResult;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Tells open what transactions have triggered that have committed, and that triggered ones are
 * over, before it learns that their slots are free. Results leave without what they have triggered.
 */
final class TriggerResults<T> {
    private final CoordinatorLink link;
    private final Set<String> entrances;

    TriggerResults(CoordinatorLink link) {
        this.link = link;
        this.entrances = link.triggers();
    }

    /**
     * Results leave, whose slots open has not been told of.
     *
     * @param results of any transactions
     * @param slots those of the results
     * @return the results, as they are shown
     */
    List<TransactionResult<T>> tell(List<TransactionResult<T>> results, int[] slots) {
        if (entrances.isEmpty()) {
            return results;
        }
        List<TransactionResult<T>> shown = new ArrayList<>(results.size());
        List<Feedback.Triggering> triggering = new ArrayList<>();
        int[] ended = new int[results.size()];
        int count = 0;
        for (int i = 0; i < results.size(); i++) {
            TransactionResult<T> result = results.get(i);
            List<Triggered> triggered = triggeredBy(result);
            if (!triggered.isEmpty()) {
                triggering.add(new Feedback.Triggering(slots[i], result.id().value(), triggered));
                result = withoutTriggered(result);
            }
            shown.add(result);
            if (entrances.contains(result.entrance())) {
                ended[count++] = slots[i];
            }
        }
        if (count > 0 || !triggering.isEmpty()) {
            link.send(new Feedback.Triggers(triggering, Arrays.copyOf(ended, count)));
        }
        return shown;
    }

    /** What the transaction has triggered, in its order. */
    private static List<Triggered> triggeredBy(TransactionResult<?> result) {
        List<Triggered> triggered = List.of();
        for (Object emitted : result.emitted()) {
            if (emitted instanceof Triggered one) {
                if (triggered.isEmpty()) {
                    triggered = new ArrayList<>();
                }
                triggered.add(one);
            }
        }
        return triggered;
    }

    /** The result as it is shown. */
    static <T> TransactionResult<T> withoutTriggered(TransactionResult<T> result) {
        return new TransactionResult<>(
                result.id(),
                result.entrance(),
                result.key(),
                result.timestamp(),
                result.outcome(),
                result.attempts(),
                result.reasons(),
                result.updates(),
                Triggered.leaving(result.emitted()),
                result.input(),
                withoutTriggered(result.elements()));
    }

    private static <T> List<BatchElement<T>> withoutTriggered(List<BatchElement<T>> elements) {
        List<BatchElement<T>> shown = new ArrayList<>(elements.size());
        for (BatchElement<T> element : elements) {
            shown.add(
                    new BatchElement<>(
                            element.key(),
                            Triggered.leaving(element.emitted()),
                            element.reasons()));
        }
        return shown;
    }
}
