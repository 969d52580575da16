/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.exchange.ExchangedValue;

import org.apache.flink.annotation.Internal;

import java.util.List;

/** How often an attempt sends fragments: when it begins, and perhaps once more. */
@Internal
public interface Passes {
    /** All fragments are sent when the attempt begins. */
    Passes ONE =
            new Passes() {
                @Override
                public void begin() {}

                @Override
                public void end(int slot) {}

                @Override
                public void beginSecond(int coordinator, int slot, long timestamp) {
                    throw new IllegalStateException(
                            "[TSP-2118] Cannot go on with attempt: it has asked for no values,"
                                    + " timestamp="
                                    + timestamp);
                }

                @Override
                public void second(int slot, List<ExchangedValue<?, ?>> values) {}

                @Override
                public void secondAborted() {}
            };

    /** An attempt begins. */
    void begin();

    /**
     * The stateless operations of an attempt have run.
     *
     * @param slot of the attempt
     */
    void end(int slot) throws Exception;

    /** The second pass of an attempt begins. */
    void beginSecond(int coordinator, int slot, long timestamp);

    /**
     * Calls the functions of an attempt.
     *
     * @param values all that they wait for
     */
    void second(int slot, List<ExchangedValue<?, ?>> values) throws Exception;

    /** A function has aborted, and what it wrote before is taken back or will not count. */
    void secondAborted() throws Exception;
}
