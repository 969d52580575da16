/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.InitialValue;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.testing.Numbers;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of the places where a state is accessed when the t-graph is closed. */
class EntriesTest {
    private static final StateSpec<Long, Long> SUM = Numbers.sums("sum");

    private final List<Outlet> numbers = new ArrayList<>();
    private final List<Outlet> texts = new ArrayList<>();
    private final OperatorDraft<Long> operator =
            new OperatorDraft<>(
                    0, Types.LONG, entry(numbers, LongSerializer.INSTANCE, number -> number));

    // ------------------------------------------------------------------ one place

    /** Nobody pays for places that are not there. */
    @Test
    void stateWithOnePlaceIsAsItWas() {
        StatePlan<Long, Long, Long> access = sum(AccessModes.always(AccessMode.UPDATE));
        operator.connect();
        List<Outlet> outlets = operator.add(SUM, access);
        List<Outlet> before = List.copyOf(numbers);

        assertThat(operator.united()).isSameAs(operator);
        assertThat(operator.inputSerializer()).isSameAs(LongSerializer.INSTANCE);
        assertThat(operator.states().get(0)).isSameAs(access);
        assertThat(operator.outlets()).isSameAs(outlets);
        assertThat(numbers.get(0)).isSameAs(before.get(0));
        assertThat(((Outlet.ToState) numbers.get(0)).elementSerializer())
                .isSameAs(LongSerializer.INSTANCE);
    }

    // ------------------------------------------------------------------ several places

    @Test
    void elementsBringTheirPlaceWithThem() throws Exception {
        OperatorDraft<Long> united = twoPlaces(AccessMode.UPDATE, AccessMode.UPDATE).united();

        assertThat(arrived(numbers, 7L, united)).isEqualTo(new Entered<>(0, 7L));
        assertThat(arrived(texts, "seven", united)).isEqualTo(new Entered<>(1, "seven"));
    }

    @Test
    void keysAreThoseOfThePlace() throws Exception {
        OperatorDraft<Long> united = twoPlaces(AccessMode.UPDATE, AccessMode.UPDATE).united();

        @SuppressWarnings("unchecked")
        KeySelector<Object, Long> keys = (KeySelector<Object, Long>) united.keySelector();
        assertThat(keys.getKey(new Entered<>(0, 7L))).isEqualTo(7);
        assertThat(keys.getKey(new Entered<>(1, "seven"))).isEqualTo(5);
    }

    @Test
    void modeIsFixedIfThatOfAllPlacesIs() throws Exception {
        assertThat(modes(twoPlaces(AccessMode.READ, AccessMode.READ)).fixed())
                .isEqualTo(AccessMode.READ);
    }

    @Test
    void modeIsThatOfThePlace() throws Exception {
        AccessModes<Object> modes = modes(twoPlaces(AccessMode.READ, AccessMode.UPDATE));

        assertThat(modes.fixed()).isNull();
        assertThat(modes.of(new Entered<>(0, 7L))).isEqualTo(AccessMode.READ);
        assertThat(modes.of(new Entered<>(1, "seven"))).isEqualTo(AccessMode.UPDATE);
    }

    @Test
    void serializerIsNotStored() {
        assertThatThrownBy(
                        new EnteringSerializer<>(1, LongSerializer.INSTANCE)::snapshotConfiguration)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageStartingWith("[TSP-1303]");
    }

    // ------------------------------------------------------------------ parts

    private OperatorDraft<Long> twoPlaces(AccessMode first, AccessMode second) {
        operator.connect();
        operator.add(SUM, sum(AccessModes.always(first)));
        operator.enter(
                entry(texts, StringSerializer.INSTANCE, text -> (long) text.length()),
                sum(AccessModes.always(second)));
        return operator;
    }

    @SuppressWarnings("unchecked")
    private static AccessModes<Object> modes(OperatorDraft<Long> operator) {
        return (AccessModes<Object>) operator.united().states().get(0).modes();
    }

    /** An element as it comes to the operator. */
    @SuppressWarnings("unchecked")
    private static <T> Object arrived(List<Outlet> tap, T element, OperatorDraft<Long> united)
            throws Exception {
        TypeSerializer<T> sender =
                (TypeSerializer<T>) ((Outlet.ToState) tap.get(0)).elementSerializer();
        DataOutputSerializer out = new DataOutputSerializer(16);
        sender.serialize(element, out);
        return united.inputSerializer()
                .deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
    }

    private static <T> Entry<T, Long> entry(
            List<Outlet> tap, TypeSerializer<T> serializer, KeySelector<T, Long> keys) {
        return new Entry<>(new StreamNode<>(null, null, List.of(tap)), keys, serializer);
    }

    private static <T> StatePlan<T, Long, Long> sum(AccessModes<T> modes) {
        return new StatePlan<>(
                "sum",
                modes,
                (element, value, transaction) -> value.set(1L),
                Types.LONG,
                LongSerializer.INSTANCE,
                LongSerializer.INSTANCE,
                InitialValue.constant(0L, LongSerializer.INSTANCE),
                null,
                "");
    }
}
