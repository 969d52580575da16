/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimitedSourceReader;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A sequence of numbers that comes at a pace, so that a test can stop it on its way. With a {@link
 * Ration} it cannot end before, be the test as late as it may.
 */
public final class PacedNumbers extends NumberSequenceSource {
    private static final long serialVersionUID = 1L;

    /** No pace at all. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** So that there is something for each instance that a later run may have more. */
    public static final int LEAST_SPLITS = 4;

    private final int perSecond;
    private final @Nullable String ration;

    /**
     * @param count numbers from 0 to one less
     * @param perSecond how many there are in a second, all instances together
     */
    public PacedNumbers(long count, int perSecond) {
        this(count, perSecond, null);
    }

    /**
     * @param count numbers from 0 to one less
     * @param perSecond how many there are in a second, all instances together, until all are
     *     granted
     * @param ration the name of the {@link Ration} that they are granted by, unique to the test;
     *     null for none
     */
    public PacedNumbers(long count, int perSecond, @Nullable String ration) {
        super(0, count - 1);
        this.perSecond = perSecond;
        this.ration = ration;
    }

    @Override
    protected List<NumberSequenceSplit> splitNumberRange(long from, long to, int instances) {
        return super.splitNumberRange(from, to, Math.max(instances, LEAST_SPLITS));
    }

    @Override
    public SourceReader<Long, NumberSequenceSplit> createReader(SourceReaderContext context) {
        SourceReader<Long, NumberSequenceSplit> reader = super.createReader(context);
        return perSecond == UNLIMITED ? reader : paced(reader, context.currentParallelism());
    }

    @SuppressWarnings("unchecked") // perSecond is declared with a raw type
    private SourceReader<Long, NumberSequenceSplit> paced(
            SourceReader<Long, NumberSequenceSplit> reader, int parallelism) {
        RateLimiterStrategy<NumberSequenceSplit> strategy =
                RateLimiterStrategy.perSecond(perSecond);
        RateLimiter<NumberSequenceSplit> pace = strategy.createRateLimiter(parallelism);
        return new RateLimitedSourceReader<>(
                reader, ration == null ? pace : Ration.of(ration).with(pace));
    }
}
