/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.examples.messages.Message;
import io.tspoon.examples.messages.MessageSettings;

import java.io.IOException;
import java.util.Iterator;
import java.util.stream.LongStream;

/**
 * What the job does.
 *
 * @param messages where lines come from
 * @param expressways of the traffic that is made up
 * @param vehicles on each of them at a time
 */
record LinearRoadSettings(MessageSettings messages, int expressways, int vehicles) {
    TrafficGenerator generator() {
        return new TrafficGenerator(expressways, vehicles, messages.seed());
    }

    /** What is done with the lines of the input, which is read or made up once more. */
    @FunctionalInterface
    interface Reading<T> {
        T of(Iterator<Message> lines) throws IOException;
    }

    <T> T read(Reading<T> reading) throws IOException {
        if (messages.file() == null) {
            TrafficGenerator generator = generator();
            return reading.of(
                    LongStream.range(0, messages.count())
                            .mapToObj(number -> new Message("", generator.map(number), ""))
                            .iterator());
        }
        try (var lines = messages.file().open()) {
            return reading.of(lines);
        }
    }
}
