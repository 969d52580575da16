/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.Procedure;
import io.tspoon.flink.EntranceVertices;
import io.tspoon.flink.GraphVertices;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** What the open operator is told of entrances by which calls come beside streams. */
class NamedInputsTest {
    private static final ProcedureSpec<String, Long> SAY =
            ProcedureSpec.named("say", String.class, Long.class)
                    .checked(text -> text.isEmpty() ? List.of("says nothing") : null);

    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);

    @Test
    void planSaysWhichEntrancesAreProcedures() throws Exception {
        NamedInputs inputs = inputs(new Configuration());
        stream(inputs, "numbers", environment.fromSequence(1, 2), number -> "" + number);
        calls(inputs, SAY);
        stream(inputs, "more", environment.fromSequence(1, 2), null);

        OpenPlan<Entered<Object>> plan = shipped(close(inputs));

        assertThat(plan.entrances()).containsExactly("numbers", "say", "more");
        assertThat(plan.procedures()).extracting(Procedure::name).containsExactly("say");
        assertThat(plan.isGuarded(new Entered<>(0, 1L))).isFalse();
        assertThat(plan.isGuarded(new Entered<>(1, "text"))).isTrue();
        assertThat(plan.isGuarded(new Entered<>(2, 1L))).isFalse();
    }

    @Test
    void planOfStreamsHasNoProcedures() {
        NamedInputs inputs = inputs(new Configuration());
        stream(inputs, "numbers", environment.fromSequence(1, 2), null);

        OpenPlan<Entered<Object>> plan = close(inputs);

        assertThat(plan.procedures()).isEmpty();
        assertThat(plan.isGuarded(new Entered<>(0, 1L))).isFalse();
    }

    @Test
    void procedureSaysWhatItTakesAndGives() throws Exception {
        NamedInputs inputs = inputs(new Configuration());
        calls(inputs, SAY);
        calls(inputs, ProcedureSpec.named("unchecked", String.class, Long.class));

        List<Procedure> procedures = shipped(close(inputs)).procedures();

        assertThat(procedures.get(0).requestType()).isEqualTo(SAY.requestType());
        assertThat(procedures.get(0).answerType()).isEqualTo(SAY.answerType());
        assertThat(procedures.get(0).problems().apply("")).containsExactly("says nothing");
        assertThat(procedures.get(0).problems().apply("something")).isEmpty();
        assertThat(procedures.get(1).problems().apply("")).isEmpty();
    }

    @Test
    void requestsAreWrittenLikeOtherElements() throws Exception {
        NamedInputs inputs = inputs(new Configuration());
        stream(inputs, "numbers", environment.fromSequence(1, 2), null);
        calls(inputs, SAY);
        TypeSerializer<Entered<Object>> serializer = close(inputs).inputSerializer();
        DataOutputSerializer out = new DataOutputSerializer(64);

        serializer.serialize(new Entered<>(1, "text"), out);

        assertThat(serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
                .isEqualTo(new Entered<>(1, "text"));
    }

    // ------------------------------------------------------------------ keys and spread

    /** A log knows the inputs by key then: calls have keys. */
    @Test
    void callsAloneHaveKeys() {
        NamedInputs inputs = inputs(new Configuration());
        calls(inputs, SAY);

        assertThat(close(inputs).transactionKey()).isNotNull();
    }

    @Test
    void callsDoNotGiveKeysToStreams() throws Exception {
        NamedInputs without = inputs(new Configuration());
        calls(without, SAY);
        stream(without, "numbers", environment.fromSequence(1, 2), null);
        NamedInputs with = inputs(new Configuration());
        calls(with, SAY);
        stream(with, "numbers", environment.fromSequence(1, 2), number -> "" + number);

        assertThat(close(without).transactionKey()).isNull();
        assertThat(close(with).transactionKey().getKey(new Entered<>(1, 7L))).isEqualTo("7");
    }

    @Test
    void callsDoNotChangeTheSpread() {
        Configuration logged =
                new Configuration()
                        .set(TransactionalGraphOptions.logPath("bank"), "file:///nowhere");
        NamedInputs byContent = inputs(logged);
        stream(byContent, "numbers", environment.fromSequence(1, 2), null);
        calls(byContent, SAY);
        Configuration ordered =
                new Configuration()
                        .set(TransactionalGraphOptions.isolation("bank"), IsolationLevel.PL4);
        NamedInputs single = inputs(ordered);
        calls(single, SAY);
        stream(single, "numbers", environment.fromData(1L), null);

        assertThat(close(byContent).spread()).isEqualTo(InputSpread.BY_CONTENT);
        assertThat(close(single).spread()).isEqualTo(InputSpread.SINGLE);
    }

    // ------------------------------------------------------------------ parts

    private NamedInputs inputs(Configuration given) {
        GraphSettings settings = SettingsReader.read("bank", "bank", given, null, environment);
        return new NamedInputs(
                environment,
                settings,
                new EntranceVertices(environment, "bank", "bank", 2),
                new GraphVertices<>(environment, "bank", "bank", 2));
    }

    private static <T> void stream(
            NamedInputs inputs,
            String name,
            DataStream<T> stream,
            @Nullable KeySelector<T, String> key) {
        inputs.add(null, new StreamArrival<>(name, stream, key, false));
    }

    private void calls(NamedInputs inputs, ProcedureSpec<?, ?> procedure) {
        inputs.add(null, new CallArrival<>(environment, procedure));
    }

    private static OpenPlan<Entered<Object>> close(NamedInputs inputs) {
        return inputs.close(List.of(), LongSerializer.INSTANCE, TriggerPlan.NONE);
    }

    private static <T> T shipped(T plan) throws Exception {
        return InstantiationUtil.deserializeObject(
                InstantiationUtil.serializeObject(plan), NamedInputsTest.class.getClassLoader());
    }
}
