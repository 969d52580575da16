/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.protocol.admission.Transaction;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.ReturnedInputs;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

class AttemptDescriptionsTest {
    private static final int SLOTS = 8;
    private static final int LONGEST = 2 * AttemptDescriptions.MAX_KEY;

    private final AdmissionWindow<String> window = new AdmissionWindow<>(SLOTS);
    private final AttemptDescriptions descriptions =
            new AttemptDescriptions(SLOTS, true, List.of(), ReturnedInputs.NONE);

    /** Kept in each of the places that there are, and in none. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 16, 17, 48, 49})
    void saysWhichAttemptOfWhichTransactionItIs(int length) {
        String key = keyOf(length, 0);
        Transaction<String> transaction = window.admit("a", key, 0);
        transaction.content(length == 0 ? -17 : 0, 0);
        int first = window.begin(transaction);
        descriptions.describe(3, transaction, 0, ElementTimes.NONE);

        assertThat(descriptions.transactionId(3, 17)).isEqualTo(17);
        assertThat(descriptions.attempts(3)).isEqualTo(1);
        assertThat(descriptions.key(3)).isEqualTo(key);

        window.stamp(first, 17);
        window.decided(first, 17, Decision.RETRY);
        window.begin(transaction);
        descriptions.describe(3, transaction, 0, ElementTimes.NONE);

        assertThat(descriptions.transactionId(3, 23)).isEqualTo(17);
        assertThat(descriptions.attempts(3)).isEqualTo(2);
        assertThat(descriptions.key(3)).isEqualTo(key);
        assertThat(descriptions.contentHigh(3)).isEqualTo(length == 0 ? -17 : 0);

        describe(3, "");

        assertThat(descriptions.transactionId(3, 29)).isEqualTo(29);
        assertThat(descriptions.attempts(3)).isEqualTo(1);
        assertThat(descriptions.key(3)).isEmpty();
        assertThat(descriptions.contentHigh(3)).isZero();
    }

    @Test
    void attemptHasTheNumberOfItsTransaction() {
        window.admit("a", "", 0);
        Transaction<String> second = window.admit("b", "", 0);
        descriptions.describe(5, second, 0, ElementTimes.NONE);

        assertThat(descriptions.number(5)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 16, 17, 48, 49})
    void whateverIsWrittenCanBeFetched(int length) {
        for (int slot = 0; slot < SLOTS; slot++) {
            describe(slot, keyOf(length, slot));
            descriptions.prefetch(slot);

            assertThat(descriptions.key(slot)).isEqualTo(keyOf(length, slot));
        }
    }

    @Test
    void transactionWithoutKeyHasTheDigestOfItsElement() {
        Transaction<String> transaction = window.admit("a", "", 0);
        transaction.content(-17, Long.MIN_VALUE);

        descriptions.describe(3, transaction, 0, ElementTimes.NONE);

        assertThat(descriptions.key(3)).isEmpty();
        assertThat(descriptions.contentHigh(3)).isEqualTo(-17);
        assertThat(descriptions.contentLow(3)).isEqualTo(Long.MIN_VALUE);

        describe(3, "key");

        assertThat(descriptions.contentHigh(3)).isZero();
        assertThat(descriptions.contentLow(3)).isZero();
    }

    /** The last one may be the first that has two bytes: each place is to be looked at. */
    @ParameterizedTest
    @ValueSource(chars = {'a', '\u0000', '\u007f', '\u0080', '\u00ff', '\u0100', '\uffff'})
    void keyOfAnyLengthComesBack(char last) {
        for (int length = 1; length <= LONGEST; length++) {
            String key = keyOf(length - 1, 0) + last;

            describe(3, key);

            assertThat(descriptions.key(3)).isEqualTo(key);
        }
    }

    @Test
    void slotForgetsTheKeyBefore() {
        for (int before = 0; before <= LONGEST; before++) {
            for (int length : new int[] {0, 1, 8, 9, 16, 17, 48, 49, LONGEST}) {
                describe(3, keyOf(before, 0));
                describe(3, keyOf(length, 1));

                assertThat(descriptions.key(3)).isEqualTo(keyOf(length, 1));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {AttemptDescriptions.MAX_SHORT_KEY, AttemptDescriptions.MAX_KEY})
    void slotsDoNotOverlap(int length) {
        for (int slot = SLOTS - 1; slot >= 0; slot--) {
            describe(slot, keyOf(length, slot));
        }

        assertThat(IntStream.range(0, SLOTS).mapToObj(descriptions::key))
                .containsExactlyElementsOf(
                        IntStream.range(0, SLOTS).mapToObj(slot -> keyOf(length, slot)).toList());
        assertThat(IntStream.range(0, SLOTS).map(descriptions::attempts)).containsOnly(1);
    }

    @Test
    void entranceIsThatOfTheLastAttempt() {
        AttemptDescriptions several =
                new AttemptDescriptions(2, false, List.of("a", "b"), ReturnedInputs.NONE);
        Transaction<String> transaction = new AdmissionWindow<String>(1).admit("e", "key", 0);

        several.describe(0, transaction, 1, ElementTimes.NONE);
        several.describe(1, transaction, 1, ElementTimes.NONE);
        several.describe(1, transaction, 0, ElementTimes.NONE);

        assertThat(several.entrance(0)).isEqualTo("b");
        assertThat(several.entrance(1)).isEqualTo("a");
        assertThat(several.key(1)).isEqualTo("key");
        assertThat(new AttemptDescriptions(1, false, List.of("a"), ReturnedInputs.NONE).entrance(0))
                .isEqualTo("a");
        assertThat(descriptions.entrance(0)).isEmpty();
    }

    @Test
    void timeIsThatOfTheLastAttempt() {
        Transaction<String> transaction = new AdmissionWindow<String>(1).admit("e", "key", 0);
        descriptions.describe(1, transaction, 0, ElementTimes.NONE);
        assertThat(descriptions.times(new int[] {1, 0}, 2)).isEmpty();

        descriptions.describe(3, transaction, 0, -1);
        descriptions.describe(4, transaction, 0, 77);

        assertThat(descriptions.time(3)).isEqualTo(-1);
        assertThat(descriptions.times(new int[] {4, 1, 3}, 2))
                .containsExactly(77, ElementTimes.NONE);

        descriptions.describe(4, transaction, 0, ElementTimes.NONE);
        assertThat(descriptions.time(4)).isEqualTo(ElementTimes.NONE);
    }

    /** What is not given back is forgotten as well. */
    @ParameterizedTest
    @EnumSource
    void elementIsTakenOnce(ReturnedInputs returned) {
        AttemptDescriptions kept = new AttemptDescriptions(3, false, List.of(), returned);
        Transaction<String> transaction = new AdmissionWindow<String>(1).admit("e", "key", 0);
        for (int slot = 0; slot < 3; slot++) {
            kept.describe(slot, transaction, 0, ElementTimes.NONE);
        }

        assertThat(kept.takeElement(0, Outcome.COMMITTED))
                .isEqualTo(returned == ReturnedInputs.ALL ? "e" : null);
        assertThat(kept.takeElement(1, Outcome.ABORTED))
                .isEqualTo(returned == ReturnedInputs.NONE ? null : "e");
        assertThat(kept.takeElement(2, null)).isNull();
        for (int slot = 0; slot < 3; slot++) {
            assertThat(kept.takeElement(slot, Outcome.ABORTED)).as("slot %s", slot).isNull();
        }
    }

    private void describe(int slot, String key) {
        descriptions.describe(
                slot, new AdmissionWindow<String>(1).admit("a", key, 0), 0, ElementTimes.NONE);
    }

    private static String keyOf(int length, int variant) {
        StringBuilder key = new StringBuilder();
        for (int i = 0; i < length; i++) {
            key.append((char) ('0' + (i + 31 * variant) % 75));
        }
        return key.toString();
    }
}
