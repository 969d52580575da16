/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.recovery;

import io.tspoon.api.StateSpec;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.open;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;

/** Functions that fail on what derives from a value which is aborted do not fail the job. */
class SpeculationFailureITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> SUM = sums("sum");
    private static final StateSpec<Long, Long> SECOND = sums("second");
    private static final StateSpec<Long, Long> THIRD = sums("third");

    /** What some transactions write, each of which is aborted at the second state. */
    private static final long BROKEN = -1_000_000;

    /** Where the function is that fails. */
    enum Place {
        ACCESS,
        STEP,
        SECOND_ACCESS,
        STEP_BEHIND_SECOND_ACCESS,
        THIRD_ACCESS;

        /** Fails at this place on a sum that no committed transaction has written or seen. */
        long check(long sum, Place here) {
            if (this == here && sum < 0 && sum != BROKEN) {
                throw new IllegalStateException("The sum is negative, sum=" + sum);
            }
            return sum;
        }
    }

    static Stream<Arguments> places() {
        return Combination.mechanismsForAnyShape().stream()
                .flatMap(
                        control ->
                                Arrays.stream(Place.values())
                                        .map(place -> Arguments.of(control, place)));
    }

    @ParameterizedTest
    @MethodSource("places")
    void transactionIsRepeatedUntilItSeesCommittedValues(ConcurrencyControl control, Place place)
            throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 3)
                                .apply(
                                        SUM,
                                        (sum, number, transaction) -> {
                                            long next = place.check(sum.get() + 1, Place.ACCESS);
                                            sum.set(isBroken(number) ? BROKEN : next);
                                            transaction.emit(sum.get());
                                        },
                                        Long.class)
                                .map(sum -> place.check(sum, Place.STEP), Long.class)
                                .keyBy(sum -> sum % 5)
                                .apply(
                                        SECOND,
                                        (count, sum, transaction) -> {
                                            if (sum == BROKEN) {
                                                transaction.abort("broken");
                                            }
                                            place.check(sum, Place.SECOND_ACCESS);
                                            count.set(count.get() + 1);
                                            transaction.emit(sum);
                                        },
                                        Long.class)
                                .map(
                                        sum -> place.check(sum, Place.STEP_BEHIND_SECOND_ACCESS),
                                        Long.class)
                                .keyBy(sum -> sum % 7)
                                .update(
                                        THIRD,
                                        (count, sum) ->
                                                count
                                                        + 1
                                                        + 0 * place.check(sum, Place.THIRD_ACCESS))
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    long sum = isBroken(number) ? BROKEN : view.read(SUM, number % 3) + 1;
                    view.write(SUM, number % 3, sum);
                    if (sum == BROKEN) {
                        view.abort("broken");
                    }
                    view.write(SECOND, sum % 5, view.read(SECOND, sum % 5) + 1);
                    view.emit(view.write(THIRD, sum % 7, view.read(THIRD, sum % 7) + 1));
                });
        assertThat(results).anyMatch(TransactionResult::isAborted);
    }

    /** So few that operators go on to show tentative values. */
    private static boolean isBroken(long number) {
        return number % 32 == 17;
    }
}
