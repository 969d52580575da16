/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import com.fasterxml.jackson.databind.JsonNode;

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
    /** A part of an answer. */
    interface Part {
        /** Asks for the part. The answer may be {@link LocalPeer#TOO_LARGE} for its share. */
        CompletableFuture<JsonNode> ask(SizeLimit share);

        /**
         * Takes an answer. One thread takes all answers of a round.
         *
         * @param whole whether the share was the whole limit, so that asking again would not help
         */
        void take(JsonNode answer, boolean whole);

        /** Whether there is still something to ask for. */
        boolean isOpen();
    }

    private Rounds() {}

    /** Asks round after round until no part is open. */
    static CompletableFuture<Void> ask(List<? extends Part> parts, SizeLimit size) {
        return ask(parts, parts.size(), size);
    }

    private static CompletableFuture<Void> ask(
            List<? extends Part> parts, int width, SizeLimit size) {
        List<? extends Part> asked =
                parts.stream().filter(Part::isOpen).limit(Math.max(1, width)).toList();
        if (asked.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        boolean whole = asked.size() == 1;
        SizeLimit share = size.share(asked.size());
        return Futures.all(asked.stream().map(part -> ask(part, share, whole)).toList())
                .thenCompose(
                        answers -> {
                            for (int i = 0; i < asked.size(); i++) {
                                Part part = asked.get(i);
                                answers.get(i).ifPresent(answer -> part.take(answer, whole));
                            }
                            return ask(parts, asked.size() / 2, size);
                        });
    }

    /** The answer of a part; empty if it exceeds its share but may be asked for again. */
    private static CompletableFuture<Optional<JsonNode>> ask(
            Part part, SizeLimit share, boolean whole) {
        return Failures.<SizeLimit, JsonNode>guarded(part::ask)
                .apply(share)
                .thenApply(
                        answer -> {
                            if (!answer.path(LocalPeer.TOO_LARGE).booleanValue()) {
                                return Optional.of(answer);
                            }
                            if (whole) {
                                throw share.exceeded();
                            }
                            return Optional.empty();
                        });
    }
}
