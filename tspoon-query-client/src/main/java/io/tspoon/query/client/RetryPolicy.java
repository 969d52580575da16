/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.annotation.PublicEvolving;

import java.time.Duration;
import java.util.Objects;

/**
 * How often a question is repeated after a failure that may pass, such as a failover.
 *
 * <p>The waits double from the first to the longest, with some randomness so that many clients do
 * not return at once. A question that the server refuses for good is not repeated. But if an
 * endpoint does not know the job, the t-graph or the token, each other endpoint is asked once,
 * without a wait.
 *
 * @param attempts maximum number of attempts, at least 1
 * @param firstWait wait before the second attempt, at least 1 ms; less never grows, so it is
 *     allowed only if {@code longestWait} is zero too
 * @param longestWait longest wait between two attempts, at most 365 days; zero to never wait
 */
@PublicEvolving
public record RetryPolicy(int attempts, Duration firstWait, Duration longestWait) {
    /** Waits are counted in milliseconds, and zero does not double. */
    private static final Duration SHORTEST = Duration.ofMillis(1);

    /**
     * Asks six times, with waits of 1.5 to 3.1 seconds in total: enough for an overload, too little
     * for most failovers.
     */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(6, Duration.ofMillis(100), Duration.ofSeconds(2));

    /**
     * Asks for a minute or two, to survive a failover of a task. Give the client a matching
     * timeout, such as {@code timeout(Duration.ofSeconds(60))}, because it covers the retries.
     */
    public static final RetryPolicy FAILOVER =
            new RetryPolicy(60, Duration.ofMillis(100), Duration.ofSeconds(2));

    /** Asks once, plus once each other endpoint if one says that it is not the right one. */
    public static final RetryPolicy NEVER = new RetryPolicy(1, Duration.ZERO, Duration.ZERO);

    public RetryPolicy {
        Objects.requireNonNull(firstWait);
        Objects.requireNonNull(longestWait);
        if (attempts < 1 || firstWait.isNegative() || longestWait.compareTo(firstWait) < 0) {
            throw new IllegalArgumentException(
                    "[TSP-5001] Cannot retry like this: attempts="
                            + attempts
                            + ", firstWait="
                            + firstWait
                            + ", longestWait="
                            + longestWait
                            + ". Give at least 1 attempt and a longest wait not below the first.");
        }
        boolean grows = firstWait.compareTo(SHORTEST) >= 0 || longestWait.isZero();
        if (!grows || longestWait.compareTo(Transport.LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "[TSP-5002] Cannot wait like this between attempts: firstWait="
                            + firstWait
                            + ", longestWait="
                            + longestWait
                            + ". Give a first wait of at least 1 ms, or two of zero, and a longest"
                            + " wait of at most "
                            + Transport.LONGEST.toDays()
                            + " days.");
        }
    }

    /**
     * Returns how long to wait after failed attempts.
     *
     * @param failed number of attempts so far, from 1
     * @param random from 0 to below 1
     * @return from half of the full wait to the whole of it
     */
    Duration waitAfter(int failed, double random) {
        long longest = longestWait.toMillis();
        int doublings = Math.min(failed - 1, Long.SIZE - 2);
        boolean grown = firstWait.toMillis() > longest >> doublings;
        long full = grown ? longest : firstWait.toMillis() << doublings;
        return Duration.ofMillis((long) (full * (0.5 + random / 2)));
    }
}
