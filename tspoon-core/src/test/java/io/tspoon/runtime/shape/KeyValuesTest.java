/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class KeyValuesTest {
    private static final TypeSerializer<?>[] SERIALIZERS = {
        LongSerializer.INSTANCE, StringSerializer.INSTANCE, LongSerializer.INSTANCE
    };

    @Test
    void copyDoesNotChangeTheOriginal() {
        KeyValues installed = KeyValues.of(1L, "a", null);

        KeyValues copy = installed.copy();
        copy.write(0, 2L);
        copy.write(1, null);

        assertThat(installed.get(0)).isEqualTo(1L);
        assertThat(installed.get(1)).isEqualTo("a");
        assertThat(installed.isWritten(0)).isFalse();
        assertThat(copy.get(0)).isEqualTo(2L);
        assertThat(copy.get(1)).isNull();
        assertThat(copy.get(2)).isNull();
    }

    @Test
    void onlyWhatWasWrittenTravels() throws Exception {
        KeyValues copy = KeyValues.of(1L, "a", 3L).copy();
        copy.write(1, null);
        copy.write(2, 4L);

        KeyValues read = travel(copy);

        assertThat(read.isWritten(0)).isFalse();
        assertThat(read.isWritten(1)).isTrue();
        assertThat(read.get(1)).isNull();
        assertThat(read.isWritten(2)).isTrue();
        assertThat(read.get(2)).isEqualTo(4L);
    }

    /** What one transaction wrote is not what the next one has written. */
    @Test
    void copyOfACopyTellsItsOwnWritesOnly() throws Exception {
        KeyValues first = new KeyValues(3);
        first.write(0, 1L);
        KeyValues second = first.copy();
        second.write(2, 3L);

        KeyValues read = travel(second);

        assertThat(read.isWritten(0)).isFalse();
        assertThat(read.isWritten(2)).isTrue();
        assertThat(second.get(0)).isEqualTo(1L);
    }

    /** But none of them is in Flink's state before it has been saved. */
    @Test
    void copyRemembersWhatIsNotSaved() {
        KeyValues first = KeyValues.of(1L, "a", 3L).copy();
        first.write(0, 2L);
        KeyValues second = first.copy();
        second.write(1, "b");

        assertThat(second.isUnsaved(0)).isTrue();
        assertThat(second.isUnsaved(1)).isTrue();
        assertThat(second.isUnsaved(2)).isFalse();
        second.saved();
        assertThat(second.copy().isUnsaved(0)).isFalse();
    }

    @Test
    void newestLoggedValueOfEachStateStays() {
        KeyValues values = KeyValues.of(1L, "a", 3L);

        assertThat(values.restore(0, 20, 2L)).isTrue();
        assertThat(values.restore(0, 10, 5L)).isFalse();
        assertThat(values.restore(1, 10, "b")).isTrue();
        assertThat(values.restore(1, 30, null)).isTrue();
        assertThat(values.restore(1, 20, "c")).isFalse();

        assertThat(values.get(0)).isEqualTo(2L);
        assertThat(values.get(1)).isNull();
        assertThat(values.get(2)).isEqualTo(3L);
        assertThat(values.isUnsaved(1)).isTrue();
        assertThat(values.isUnsaved(2)).isFalse();
    }

    @Test
    void thereIsABitForEachState() throws Exception {
        TypeSerializer<?>[] serializers = new TypeSerializer<?>[KeyValues.MAX_STATES];
        Arrays.fill(serializers, LongSerializer.INSTANCE);
        KeyValues values = new KeyValues(KeyValues.MAX_STATES);
        for (int state = 0; state < KeyValues.MAX_STATES; state += 2) {
            values.write(state, (long) state);
        }
        values.write(KeyValues.MAX_STATES - 1, 7L);

        KeyValues read = travel(serializers, values);

        for (int state = 0; state < KeyValues.MAX_STATES - 1; state++) {
            assertThat(read.isWritten(state)).isEqualTo(state % 2 == 0);
        }
        assertThat(read.get(KeyValues.MAX_STATES - 1)).isEqualTo(7L);
    }

    /** Numbers without boxes and other values, each after each in the same place. */
    @Test
    void valueOfAnyTypeFollowsAnother() {
        List<@Nullable Object> all =
                Arrays.asList(5L, "a", 2.5, null, 7, -0.0, "b", Long.MIN_VALUE, null, -1, 6L, true);
        for (Object before : all) {
            for (Object after : all) {
                KeyValues values = KeyValues.of("left", before, 3L);
                values.write(1, after);

                assertThat(values.get(0)).isEqualTo("left");
                assertThat(values.get(1)).isEqualTo(after);
                assertThat(values.get(2)).isEqualTo(3L);
            }
        }
    }

    /** As a record keeps them: whoever has written must not see them change, nor change them. */
    @Test
    void contentsThatWereTakenOverAreSeparate() {
        KeyValues first = KeyValues.of(1L, "a", 3L);
        KeyValues written = first.copy();
        written.write(0, 2L);
        written.write(1, "b");
        KeyValues own = first.copy();
        own.take(written);

        written.write(0, 9L);
        written.write(1, "of no use");
        assertThat(own.get(0)).isEqualTo(2L);
        assertThat(own.get(1)).isEqualTo("b");
        assertThat(own.get(2)).isEqualTo(3L);
        assertThat(first.get(0)).isEqualTo(1L);
        assertThat(first.get(1)).isEqualTo("a");

        KeyValues next = own.copy();
        next.write(1, "c");
        assertThat(own.get(1)).isEqualTo("b");
        own.take(next);
        assertThat(own.get(1)).isEqualTo("c");
        assertThat(written.get(1)).isEqualTo("of no use");
        assertThat(own.isUnsaved(0)).isTrue();
        assertThat(own.isUnsaved(2)).isFalse();
    }

    private static KeyValues travel(KeyValues values) throws Exception {
        return travel(SERIALIZERS, values);
    }

    private static KeyValues travel(TypeSerializer<?>[] serializers, KeyValues values)
            throws Exception {
        DataOutputSerializer out = new DataOutputSerializer(64);
        values.serialize(serializers, out);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        KeyValues read = new KeyValues(serializers.length);
        for (long places = KeyValues.readWritten(in);
                !WrittenPlaces.isEmpty(places);
                places = WrittenPlaces.further(places)) {
            int place = WrittenPlaces.first(places);
            boolean deleted = WrittenPlaces.isDeleted(places, place);
            read.write(place, deleted ? null : serializers[place].deserialize(in));
        }
        assertThat(in.available()).isZero();
        return read;
    }
}
