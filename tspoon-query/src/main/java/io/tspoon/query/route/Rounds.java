/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.SizeLimit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Asks several servers for the parts of an answer. All answers under way together never exceed the
 * size limit, yet an answer that fits is never refused.
 *
 * <p>The first round asks for all parts at once, each with an equal share of the limit; mostly that
 * is enough. Parts whose share was too small are asked again. Each further round asks at most half
 * as many parts as the one before, so that each gets a larger share; in the end one part at a time
 * gets the whole limit.
 */
final class Rounds {
    /**
     * A part of an answer.
     *
     * @param <A> answer of a server
     */
    interface Part<A> {
        /** Asks for the part. The answer is empty if it is too large for its share. */
        CompletableFuture<Optional<A>> ask(SizeLimit share);

        /**
         * Takes an answer. One thread takes all answers of a round.
         *
         * @param whole whether the share was the whole limit, so that asking again would not help
         */
        void take(A answer, boolean whole);

        /** Whether there is still something to ask for. */
        boolean isOpen();
    }

    private Rounds() {}

    /** Asks round after round until no part is open. */
    static CompletableFuture<Void> ask(List<? extends Part<?>> parts, SizeLimit size) {
        return ask(parts, parts.size(), size);
    }

    private static CompletableFuture<Void> ask(
            List<? extends Part<?>> parts, int width, SizeLimit size) {
        List<? extends Part<?>> asked =
                parts.stream().filter(Part::isOpen).limit(Math.max(1, width)).toList();
        if (asked.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        boolean whole = asked.size() == 1;
        SizeLimit share = size.share(asked.size());
        List<CompletableFuture<Runnable>> answers = new ArrayList<>();
        for (Part<?> part : asked) {
            answers.add(ask(part, share, whole));
        }
        return Futures.<Runnable>all(answers)
                .thenCompose(
                        taking -> {
                            taking.forEach(Runnable::run);
                            return ask(parts, asked.size() / 2, size);
                        });
    }

    /**
     * Asks for a part. The result lets the part take its answer, unless that exceeds its share but
     * may be asked for again.
     */
    private static <A> CompletableFuture<Runnable> ask(
            Part<A> part, SizeLimit share, boolean whole) {
        return Failures.<SizeLimit, Optional<A>>guarded(part::ask)
                .apply(share)
                .thenApply(
                        answer -> {
                            if (answer.isEmpty() && whole) {
                                throw share.exceeded();
                            }
                            return () -> answer.ifPresent(known -> part.take(known, whole));
                        });
    }
}
