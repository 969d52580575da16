/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.log.LogRecords;
import io.tspoon.log.TransactionEncoder;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.shape.KeyValues;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.transaction.Outcome;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is counted of the fragments is never less than what the log must hold, whatever they are:
 * otherwise a transaction that was let through would not fit into its record, and end the job.
 */
class OutcomeBytesTest {
    private static final long SEED = 23;
    private static final int STATES = 5;

    /** Flags, timestamps, attempts, digest, and how many updates and elements there are. */
    private static final int BESIDE = 64;

    private static final StringSerializer STRINGS = StringSerializer.INSTANCE;

    private record Update(String key, @Nullable String value) {}

    private final Random random = new Random(SEED);
    private final Outputs<?, ParticipantToClose> outputs =
            Outputs.ofParticipant(SentBlocks.ofParticipant(), 1, new boolean[] {false});
    private final FragmentWriter writer =
            new FragmentWriter(
                    outputs, new AbortCapture(), new FragmentWriter.Bounds("state", 1, 1 << 30));
    private final List<Update> updates = new ArrayList<>();
    private final List<String> elements = new ArrayList<>();
    private boolean repeatsValues;
    private long keyBytes;

    @Test
    void recordIsNeverLargerThanWhatIsCounted() throws IOException {
        for (int run = 0; run < 400; run++) {
            updates.clear();
            elements.clear();
            repeatsValues = false;
            keyBytes = 0;
            outputs.toClose(0).clear();
            int longest = 1 + random.nextInt(run % 2 == 0 ? 4 : 400);
            writer.begin(0, run, run);
            int fragments = 1 + random.nextInt(300);
            for (int i = 0; i < fragments; i++) {
                fragment(run % 3, longest);
            }

            FragmentRows block = outputs.toClose(0).fragments();
            int payload = block.payload().length();
            long counted =
                    FragmentWriter.outcomeBytes(block.size(), payload, repeatsValues) + keyBytes;
            assertThat((long) recordBytes())
                    .as("run=%d, seed=%d", run, SEED)
                    .isLessThanOrEqualTo(counted + BESIDE);
        }
    }

    /**
     * @param shape 0: values that are elements too; 1: values and other elements; 2: several states
     */
    private void fragment(int shape, int longest) throws IOException {
        String key = text(longest);
        if (shape == 2) {
            severalStates(key, longest);
            return;
        }
        String value = random.nextInt(5) == 0 ? null : text(longest);
        updates.add(new Update(key, value));
        writer.reportWrite(true, false, STRINGS, key, STRINGS, value);
        if (shape == 0 && value != null) {
            writer.reportedValueToResult();
            repeatsValues = true;
            elements.add(value);
        } else if (random.nextBoolean()) {
            String element = text(longest);
            writer.toResult(STRINGS, element);
            elements.add(element);
        }
    }

    private void severalStates(String key, int longest) throws IOException {
        KeyValues values = new KeyValues(STATES);
        for (int state = 0; state < STATES; state++) {
            String value = text(longest);
            values.write(state, value);
            updates.add(new Update(key, value));
        }
        TypeSerializer<?>[] serializers = new TypeSerializer<?>[STATES];
        Arrays.fill(serializers, STRINGS);
        int from = outputs.toClose(0).fragments().payload().length();
        STRINGS.serialize(key, outputs.toClose(0).fragments().payload());
        int length = outputs.toClose(0).fragments().payload().length() - from;
        outputs.toClose(0).fragments().payload().setPosition(from);
        keyBytes += FragmentWriter.repeatedKeyBytes(STATES, length);
        values.serialize(serializers, writer.reportWrites(true, false, STRINGS, key, STATES));
    }

    private String text(int longest) {
        return (random.nextBoolean() ? "a" : "ä").repeat(random.nextInt(longest));
    }

    private int recordBytes() throws IOException {
        LogRecords records = new LogRecords();
        TransactionEncoder encoder = new TransactionEncoder(records);
        DataOutputSerializer out =
                encoder.begin(7, Long.MAX_VALUE, Outcome.COMMITTED, 1_000, "", "", 1, 1);
        encoder.reasons(List.of());
        encoder.updates(updates.size());
        for (Update update : updates) {
            encoder.beginUpdate(STATES, update.value() == null);
            STRINGS.serialize(update.key(), out);
            encoder.endKey();
            if (update.value() != null) {
                STRINGS.serialize(update.value(), out);
                encoder.endValue();
            }
        }
        encoder.elements(elements.size());
        for (String element : elements) {
            encoder.beginElement();
            STRINGS.serialize(element, out);
            encoder.endElement();
        }
        encoder.end();
        return records.length();
    }
}
