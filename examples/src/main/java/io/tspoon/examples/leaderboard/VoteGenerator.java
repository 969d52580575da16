/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.messages.JsonText;

import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates votes for random contestants, some of whom are more popular than others. Some phones
 * vote more than once; every five hundredth message is malformed. A message depends only on its
 * number and the seed, so it is the same if it is generated again after a failure.
 */
final class VoteGenerator implements GeneratorFunction<Long, String> {
    private static final long serialVersionUID = 1L;
    private static final long FIRST_PHONE = 5_550_000_000L;
    private static final int MALFORMED = 500;

    private final List<String> contestants;
    private final long phones;
    private final long seed;
    private transient @Nullable JsonText json;

    /**
     * @param phones number of phones
     */
    VoteGenerator(List<String> contestants, long phones, long seed) {
        this.contestants = contestants;
        this.phones = phones;
        this.seed = seed;
    }

    @Override
    public String map(Long number) {
        if (number % MALFORMED == MALFORMED - 1) {
            return "{\"id\":\"v" + number + "\"}";
        }
        SplittableRandom random = new SplittableRandom(seed * 31 + number);
        int liked =
                Math.min(random.nextInt(contestants.size()), random.nextInt(contestants.size()));
        Vote vote =
                new Vote(
                        "v" + number,
                        Long.toString(FIRST_PHONE + random.nextLong(phones)),
                        contestants.get(liked));
        JsonText writer = json;
        if (writer == null) {
            writer = new JsonText();
            json = writer;
        }
        return writer.write(vote);
    }
}
