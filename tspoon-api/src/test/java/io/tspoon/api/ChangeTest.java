/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.KeyChange;
import io.tspoon.runtime.plan.ExpectingContext;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.types.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** What is expected of a key, and done with it. */
class ChangeTest {
    private final KeyChange<String, Amount> change = KeyChange.of("a");

    /** Without equals, as values may be. */
    public static final class Amount {
        public long cents;

        public Amount() {}

        Amount(long cents) {
            this.cents = cents;
        }
    }

    /** The value of a key; the initial one is 7. */
    private static final class Value implements ValueAccess<Amount> {
        private @Nullable Amount own;
        private boolean written;

        Value(@Nullable Amount own) {
            this.own = own;
        }

        @Override
        public Amount get() {
            return own == null ? new Amount(7) : own;
        }

        @Override
        public boolean exists() {
            return own != null;
        }

        @Override
        public void set(Amount value) {
            own = value;
            written = true;
        }

        @Override
        public void delete() {
            own = null;
            written = true;
        }
    }

    private static final class Aborted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final class Reasons implements ExpectingContext<Row> {
        private final List<String> all = new ArrayList<>();

        @Override
        public void abortUnexpected(String pointer, boolean exists) {
            all.add(pointer + " " + exists);
            throw new Aborted();
        }

        @Override
        public void emit(Row element) {
            throw new AssertionError("it emits nothing");
        }

        @Override
        public void abort(@Nullable String reason, @Nullable Object... details) {
            throw new AssertionError("it has another reason");
        }
    }

    @Test
    void valuesAreEqualIfTheirBytesAre() throws Exception {
        assertThat(reasons(change.expecting(2, new Amount(5)), new Value(new Amount(5)))).isEmpty();
        assertThat(reasons(change.expecting(2, new Amount(5)), new Value(new Amount(6))))
                .containsExactly("/expect/2 true");
    }

    @Test
    void keyWithoutAValueHasTheInitialOne() throws Exception {
        assertThat(reasons(change.expecting(0, new Amount(7)), new Value(null))).isEmpty();
        assertThat(reasons(change.expecting(0, new Amount(5)), new Value(null)))
                .containsExactly("/expect/0 false");
    }

    @Test
    void absentIsWhatHasNoValueOfItsOwn() throws Exception {
        assertThat(reasons(change.expecting(0, null), new Value(null))).isEmpty();
        assertThat(reasons(change.expecting(3, null), new Value(new Amount(7))))
                .containsExactly("/expect/3 true");
    }

    @Test
    void nothingIsWrittenIfItIsNotAsExpected() throws Exception {
        Value value = new Value(new Amount(6));
        reasons(change.expecting(0, new Amount(5)).writing(new Amount(1)), value);
        assertThat(value.written).isFalse();
        reasons(change.expecting(0, new Amount(6)).writing(new Amount(1)), value);
        assertThat(value.get().cents).isEqualTo(1);
        reasons(change.writing(null), value);
        assertThat(value.exists()).isFalse();
        Value read = new Value(new Amount(6));
        reasons(change.expecting(0, new Amount(6)), read);
        assertThat(read.written).isFalse();
    }

    private static List<String> reasons(KeyChange<String, Amount> change, Value value)
            throws Exception {
        Reasons reasons = new Reasons();
        try {
            new Accesses.Change<String, Amount>(
                            TypeInformation.of(Amount.class)
                                    .createSerializer(new SerializerConfigImpl()))
                    .access(change.toRow(), value, reasons);
        } catch (Aborted e) {
            assertThat(reasons.all).hasSize(1);
        }
        return reasons.all;
    }
}
