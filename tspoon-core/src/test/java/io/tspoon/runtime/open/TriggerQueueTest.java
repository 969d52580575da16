/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.transaction.TriggerKey;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.base.VoidSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Who enters before whom. */
class TriggerQueueTest {
    @SuppressWarnings({"unchecked", "rawtypes"}) // nothing is written
    private static final TriggerPlan.Target TARGET =
            new TriggerPlan.Target(
                    "next",
                    1,
                    TypeInformation.of(Object.class),
                    (org.apache.flink.api.common.typeutils.TypeSerializer) VoidSerializer.INSTANCE);

    private long next = 1;

    /** Each that enters triggers two more, so that some always wait. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void elementEntersThoughChainsNeverEnd(boolean inOrder) {
        TriggerQueue queue = new TriggerQueue(inOrder);
        for (int i = 0; i < 10; i++) {
            trigger(queue, next++);
        }
        queue.elementCame();
        int before = 0;
        while (!queue.letsElementIn() && before < 100) {
            enter(queue);
            before++;
        }
        assertThat(before).isEqualTo(10);
        assertThat(queue.size()).isEqualTo(20);
    }

    @Test
    void elementWaitsForThoseThatOlderTransactionsHold() {
        TriggerQueue queue = new TriggerQueue(true);
        trigger(queue, 7);
        queue.elementCame();
        queue.inFlightFrom(6);
        assertThat(queue.peek()).isNull();
        assertThat(queue.letsElementIn()).isFalse();

        trigger(queue, 6); // comes later, and enters first
        queue.inFlightFrom(Long.MAX_VALUE);
        assertThat(queue.remove().number()).isEqualTo(6);
        assertThat(queue.letsElementIn()).isFalse();
        assertThat(queue.remove().number()).isEqualTo(7);
        assertThat(queue.letsElementIn()).isTrue();
    }

    @Test
    void nextElementWaitsForWhatWasTriggeredSince() {
        TriggerQueue queue = new TriggerQueue(false);
        queue.elementCame();
        assertThat(queue.letsElementIn()).isTrue();
        trigger(queue, 1);
        assertThat(queue.letsElementIn()).isTrue();
        queue.elementCame();
        assertThat(queue.letsElementIn()).isFalse();
    }

    /** Else one call after the other would find it just not full. */
    @Test
    void isFullUntilHalfHasEntered() {
        TriggerQueue queue = new TriggerQueue(false);
        for (int i = 1; i < TriggerQueue.MANY; i++) {
            trigger(queue, i);
        }
        assertThat(queue.isFull()).isFalse();
        trigger(queue, TriggerQueue.MANY);
        while (queue.size() > TriggerQueue.MANY / 2) {
            assertThat(queue.isFull()).isTrue();
            queue.remove();
        }
        assertThat(queue.isFull()).isFalse();
    }

    @Test
    void snapshotHasAllInTheirOrder() {
        TriggerQueue queue = new TriggerQueue(true);
        for (long number : new long[] {5, 9, 3, 7, 1}) {
            trigger(queue, number);
        }
        queue.inFlightFrom(4);
        List<Long> numbers = new ArrayList<>();
        queue.all().forEach(one -> numbers.add(one.number()));
        assertThat(numbers).containsExactly(1L, 3L, 5L, 7L, 9L);
    }

    private static void trigger(TriggerQueue queue, long number) {
        TriggerKey key = new TriggerKey(number, 0, 1, 0);
        queue.add(number, number, key, TARGET, 0, "element");
    }

    private void enter(TriggerQueue queue) {
        queue.inFlightFrom(Long.MAX_VALUE);
        queue.remove();
        trigger(queue, next++);
        trigger(queue, next++);
    }
}
