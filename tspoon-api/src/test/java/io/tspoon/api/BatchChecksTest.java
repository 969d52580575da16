/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.ReturnedInputs;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Batches that cannot be are refused while the program is built. */
class BatchChecksTest {
    private static final StateSpec<Long, Long> SUM =
            StateSpec.named("sum", Long.class, Long.class).initialValue(0L);

    private static final Batches<Long> BY_KEY =
            Batches.byKey(number -> "all", number -> number == 10);

    private final DataStream<Long> numbers = EmbeddedFlink.environment(2).fromSequence(1, 10);
    private final TransactionalGraph graph = TransactionalGraph.named("bank");

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable call) {
        return assertThatThrownBy(call).isInstanceOf(InvalidGraphException.class);
    }

    @Test
    void timeIsOfBatchesThatCanWait() {
        assertRefused(() -> BY_KEY.within(Duration.ofSeconds(1)))
                .hasMessageContaining(
                        "setting=within, batches=byKey. Leave the call out: it is for ofCount.");
        assertRefused(() -> Batches.ofCount(2).abandonAfter(Duration.ofSeconds(1)))
                .hasMessageContaining("it is for byKey or byKeyAndSize");
        assertRefused(() -> Batches.byWatermark().within(Duration.ofSeconds(1)))
                .hasMessageContaining("batches=byWatermark");
        assertRefused(() -> Batches.ofCount(2).within(Duration.ZERO))
                .hasMessageContaining(
                        "it is not from 1 ms to 36,500 days, setting=within, time=PT0S");
        assertRefused(() -> BY_KEY.abandonAfter(null)).hasMessageContaining("time=null");
        assertRefused(() -> BY_KEY.abandonAfter(Duration.ofDays(36_501)))
                .hasMessageContaining("time=PT876024H");
    }

    @Test
    void numbersOfElementsHaveBounds() {
        assertRefused(() -> graph.openBatches(numbers, Batches.ofCount(0)))
                .hasMessageContaining("graph=bank, ofCount=0, atMost=10000");
        assertRefused(() -> graph.openBatches(numbers, Batches.ofCount(10_001)))
                .hasMessageContaining("ofCount=10001, atMost=10000");
        assertRefused(() -> graph.openBatches(numbers, Batches.ofCount(2).atMost(0)))
                .hasMessageContaining("atMost=0. Take a number from 1 to 100000");
        assertRefused(() -> graph.openBatches(numbers, BY_KEY.atMost(100_001)))
                .hasMessageContaining("atMost=100001");
        assertThatCode(() -> graph.openBatches(numbers, Batches.ofCount(20_000).atMost(100_000)))
                .doesNotThrowAnyException();
    }

    @Test
    void argumentsAreGiven() {
        assertRefused(() -> graph.openBatches(numbers, null))
                .hasMessageContaining("the batches is null");
        assertRefused(() -> graph.openBatches(numbers, BY_KEY, null))
                .hasMessageContaining("the element key is null");
        assertRefused(() -> graph.openBatches(numbers, Batches.byKey(null, number -> true)))
                .hasMessageContaining("the key of a batch is null");
        assertRefused(() -> graph.openBatches(numbers, Batches.byKey(number -> "", null)))
                .hasMessageContaining("the function that tells the last element is null");
        assertRefused(() -> graph.openBatches(numbers, Batches.byKeyAndSize(number -> "", null)))
                .hasMessageContaining("the size of a batch is null");
    }

    /** The coordinator of an element that comes again must follow from what the log knows of it. */
    @Test
    void batchesByKeyNeedKeysOfElementsWithALog() {
        TransactionalGraph logged = graph.writeAheadLog(new FileLog("file:///tmp/unused"));
        assertRefused(() -> logged.openBatches(numbers, BY_KEY))
                .hasMessageContaining("by their content")
                .hasMessageContaining("Pass a key for each element");
        assertRefused(() -> logged.openBatches("in", numbers, Batches.ofCount(2)))
                .hasMessageContaining("graph=bank, entrance=in");
        assertThatCode(() -> logged.openBatches(numbers, BY_KEY, String::valueOf))
                .doesNotThrowAnyException();
    }

    @Test
    void resultsGiveNoElementsBack() {
        assertRefused(
                        () ->
                                graph.returnInputs(ReturnedInputs.ABORTED)
                                        .openBatches(numbers, Batches.ofCount(2)))
                .hasMessageContaining("graph=bank, returnInputs=ABORTED");
    }

    @Test
    void functionsThatWaitForValuesAreOfOneElement() {
        TransactionalStream<Long> transacted =
                graph.openBatches(numbers, Batches.ofCount(2))
                        .transact(
                                List.of(Role.update("one", SUM, number -> number)),
                                (number, at, transaction) -> transaction.emit(number),
                                Long.class);
        assertRefused(() -> TransactionalGraph.closeTransaction(transacted))
                .hasMessageContaining("takes elements in batches, and transact")
                .hasMessageContaining("graph=bank");
    }
}
