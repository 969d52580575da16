/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.SizeLimit;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RoundsTest {
    private static final SizeLimit SIZE = new SizeLimit(100);

    @Test
    void allAreAskedAtOnceForAnEqualShare() {
        List<Sized> parts = parts(25, 25, 25, 25);
        ask(parts);

        assertThat(parts).allSatisfy(part -> assertThat(part.shares).containsExactly(25L));
    }

    @Test
    void thoseWithTooSmallAShareAreAskedAgainForMore() {
        List<Sized> parts = parts(1, 60, 2, 30);
        ask(parts);

        assertThat(parts.get(0).shares).containsExactly(25L);
        assertThat(parts.get(1).shares).containsExactly(25L, 50L, 100L);
        assertThat(parts.get(2).shares).containsExactly(25L);
        assertThat(parts.get(3).shares).containsExactly(25L, 50L);
    }

    @Test
    void whatIsTooLargeAloneFails() {
        assertThatThrownBy(() -> ask(parts(1, 101)))
                .hasCauseInstanceOf(QueryException.class)
                .hasMessageContaining("the answer is too large, maxBytes=100");
    }

    @Test
    void anotherFailureIsFinal() {
        QueryException tooMany =
                new QueryException(FailureReason.RESULT_TOO_LARGE, "Cannot list keys: too many");
        List<Failing> parts = Stream.generate(() -> new Failing(tooMany)).limit(4).toList();

        assertThatThrownBy(() -> ask(parts))
                .isInstanceOf(CompletionException.class)
                .hasCause(tooMany);
        assertThat(parts).allSatisfy(part -> assertThat(part.asked).isOne());
    }

    private static List<Sized> parts(int... bytes) {
        List<Sized> parts = new ArrayList<>();
        for (int size : bytes) {
            parts.add(new Sized(size));
        }
        return parts;
    }

    private static void ask(List<? extends Rounds.Part<?>> parts) {
        Rounds.ask(parts, SIZE).join();
    }

    private static final class Sized implements Rounds.Part<Integer> {
        private final int bytes;
        private final List<Long> shares = new ArrayList<>();
        private boolean open = true;

        private Sized(int bytes) {
            this.bytes = bytes;
        }

        @Override
        public CompletableFuture<Optional<Integer>> ask(SizeLimit share) {
            shares.add(share.bytes());
            return CompletableFuture.completedFuture(
                    share.isExceededBy(bytes) ? Optional.empty() : Optional.of(bytes));
        }

        @Override
        public void take(Integer answer, boolean whole) {
            assertThat(answer).isEqualTo(bytes);
            open = false;
        }

        @Override
        public boolean isOpen() {
            return open;
        }
    }

    private static final class Failing implements Rounds.Part<Integer> {
        private final QueryException failure;
        private int asked;

        private Failing(QueryException failure) {
            this.failure = failure;
        }

        @Override
        public CompletableFuture<Optional<Integer>> ask(SizeLimit share) {
            asked++;
            return CompletableFuture.failedFuture(failure);
        }

        @Override
        public void take(Integer answer, boolean whole) {
            throw new AssertionError("no answer");
        }

        @Override
        public boolean isOpen() {
            return true;
        }
    }
}
