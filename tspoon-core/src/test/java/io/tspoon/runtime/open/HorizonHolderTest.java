/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.HeldHorizon;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.transport.Awaited;

import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Two operators with two instances; the second one has two states. */
class HorizonHolderTest {
    private final CoordinatorLink link = new CoordinatorLink(1, 1, () -> {});
    private final HorizonHolder holder =
            new HorizonHolder(
                    link,
                    new ParticipantNames(
                            List.of(state("orders", 0, 0), state("b", 1, 1), state("stock", 1, 0)),
                            2));

    private static StateColumns state(String name, int operator, int place) {
        StringSerializer strings = StringSerializer.INSTANCE;
        return new StateColumns(name, strings, strings, operator, place);
    }

    @Test
    void nobodyHoldsItWhileCloseHasNotSaidSo() {
        assertThat(holder.participant()).isEqualTo(HorizonHolder.NOBODY);
        assertThat(holder.describe()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "5, 'unless a function there holds its thread, waits for a promise of coordinator 5'",
        Awaited.NOTHING + ", 'which has judged least'",
        Awaited.DECISIONS + ", 'waits until less before the next access may change'",
        Awaited.REPAIR + ", 'repeats accesses'",
        Awaited.FUNCTION + ", 'waits for a function that has its values'",
        Awaited.FINAL_VALUE + ", 'throws an exception on a value that may change'"
    })
    void participantIsNamedWithWhatItWaitsFor(int awaited, String text) {
        link.horizonHeld(new HeldHorizon(3, awaited, Timestamps.NONE));
        assertThat(holder.participant()).isEqualTo(3);
        assertThat(holder.describe())
                .startsWith(". All chains wait for stock 1, which")
                .endsWith(text);
    }

    @Test
    void transactionWithoutAgreementIsNamed() {
        link.horizonHeld(new HeldHorizon(0, 1, 42));
        assertThat(holder.describe())
                .contains("wait for orders 0, which")
                .endsWith(
                        "; and for the participants of transaction 42, which do not yet agree on"
                                + " its outcome");
    }
}
