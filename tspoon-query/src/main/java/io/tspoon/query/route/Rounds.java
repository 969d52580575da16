/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Asks for parts of an answer so that what is under way is never larger than a limit, and what fits
 * is not refused.
 *
 * <p>All parts are asked at once, each for an equal share of the limit; mostly that is all. Those
 * whose share was too small are asked again, at most half as many in each round and so for more, at
 * last one by one for as much as the limit.
 */
final class Rounds {
    /** One who is asked. */
    interface Part {
        /** Asks; the answer may be {@link LocalPeer#TOO_LARGE} for its share. */
        CompletableFuture<JsonNode> ask(SizeLimit share);

        /**
         * Takes an answer. One thread takes the answers of a round.
         *
         * @param whole whether the share was all that there is; nobody asks again then
         */
        void take(JsonNode answer, boolean whole);

        /** Whether there is anything to ask. */
        boolean isOpen();
    }

    private Rounds() {}

    /** Asks until no part is open. */
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

    /** The answer; nothing if it is larger than a share, and may be asked for again. */
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
