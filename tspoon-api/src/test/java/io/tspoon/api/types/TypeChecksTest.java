/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.InvalidTypesException;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.InstantiationUtil;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Currency;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Types that a t-graph could not write well, or not find again, are refused with the fix. */
class TypeChecksTest {
    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
    private final TransactionalGraph graph = TransactionalGraph.named("bank");

    /** No constructor without arguments: Flink knows only Kryo for it. */
    public static final class Opaque {
        public final long number;

        public Opaque(long number) {
            this.number = number;
        }
    }

    /** A POJO without hashCode. */
    public static class Nameless {
        public long number;
    }

    /** A good key. */
    public record Account(String bank, long number) {}

    /** Flink knows only Kryo for it, as it is not public. */
    record Hidden(long number) {}

    /** Flink knows only Kryo for it, as it holds nothing. */
    public record Empty() {}

    /** A good key, too. */
    public static class Numbered {
        public Account account;

        @Override
        public boolean equals(Object other) {
            return other instanceof Numbered that && account.equals(that.account);
        }

        @Override
        public int hashCode() {
            return account.hashCode();
        }
    }

    /** Two of them are never equal. */
    public static class Hashed {
        public long number;

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }
    }

    /** Two that are equal are found in different places. */
    @SuppressWarnings({"EqualsHashCode", "overrides"}) // on purpose
    public static class Compared {
        public long number;

        @Override
        public boolean equals(Object other) {
            return other instanceof Compared that && number == that.number;
        }
    }

    /** A record of such a part. */
    public record HoldingHashed(long number, Hashed hashed) {}

    /** A key with a hash code that differs from process to process. */
    public record Holding(Account account, RuntimeExecutionMode mode) {}

    /** The same as a POJO; its hashCode may make up for that, but who knows. */
    public static class HoldingPojo {
        public Account account;
        public RuntimeExecutionMode mode;

        @Override
        public boolean equals(Object other) {
            return other instanceof HoldingPojo that && mode == that.mode;
        }

        @Override
        public int hashCode() {
            return mode.name().hashCode();
        }
    }

    /** A key with bytes inside. */
    public static class Deep {
        public long number;
        public Bytes in;

        @Override
        public boolean equals(Object other) {
            return other instanceof Deep that && number == that.number;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }
    }

    /** Not hashed by value. */
    public record Bytes(byte[] bytes) {}

    /** A key with something inside that has no fixed order. */
    public record Tagged(Map<String, String> tags) {}

    // ------------------------------------------------------------------ Kryo

    @Test
    void inputThatNeedsKryoIsRefused() {
        assertRefused(() -> graph.openTransaction(opaques()))
                .hasMessageContaining("graph=bank, inputType=GenericType<")
                .hasMessageContaining("class=" + Opaque.class.getName())
                .hasMessageContaining("Give it a public constructor without arguments, or make it")
                .hasMessageContaining("; or insist with allowKryo()");
    }

    @Test
    void resultOfAnOperationThatNeedsKryoIsRefused() {
        TransactionalStream<Long> opened = open();

        assertRefused(() -> opened.map(Opaque::new, Opaque.class))
                .hasMessageContaining("graph=bank, map=GenericType")
                .hasMessageContaining("allowKryo()");
        assertRefused(() -> opened.process((number, tx, out) -> {}, Opaque.class))
                .hasMessageContaining("graph=bank, process=GenericType");
    }

    @Test
    void stateThatNeedsKryoIsRefused() {
        StateSpec<Long, Opaque> opaque = StateSpec.named("opaque", Long.class, Opaque.class);
        KeyedTransactionalStream<Long, Long> keyed = open().keyBy(number -> number);

        assertRefused(() -> keyed.write(opaque, Opaque::new))
                .hasMessageContaining("graph=bank, opaque values=GenericType")
                .hasMessageContaining("allowKryo()");
        assertRefused(() -> keyed.read(longs("sum"), (sum, n) -> new Opaque(n), Opaque.class))
                .hasMessageContaining("graph=bank, sum results=GenericType");
    }

    /** What the message says of records is Flink's rule. */
    @Test
    void recordIsPublicAndHasComponents() {
        record Local(long number) {}
        TransactionalStream<Long> opened = open();

        for (Class<?> unfit : List.of(Local.class, Hidden.class, Empty.class)) {
            assertRefused(() -> opened.map(number -> cast(number), unfit))
                    .hasMessageContaining(", class=" + unfit.getName() + ". ")
                    .hasMessageContaining(
                            unfit == Local.class
                                    ? "Make it a public record outside of the method"
                                    : unfit == Hidden.class
                                            ? "Make it public"
                                            : "Give the record a component");
        }
        assertThatCode(() -> opened.map(number -> new Account("a", number), Account.class))
                .doesNotThrowAnyException();
    }

    @Test
    void nestedTypeThatNeedsKryoIsRefused() {
        assertRefused(
                        () ->
                                open().map(
                                                number -> Tuple2.of(number, new Opaque(number)),
                                                new TypeHint<
                                                        Tuple2<Long, Opaque>>() {}.getTypeInfo()))
                .hasMessageContaining("map=Java Tuple2<Long, GenericType<")
                .hasMessageContaining("allowKryo()");
    }

    /** Flink then writes POJOs and records with it, also where they are a part of something. */
    @Test
    void jobThatForcesKryoIsRefusedWhereThatMatters() {
        environment.configure(new Configuration().set(PipelineOptions.FORCE_KRYO, true));
        TransactionalStream<Long> opened = open();

        assertThatCode(
                        () ->
                                opened.map(
                                        number -> Tuple2.of(number, "a"),
                                        new TypeHint<Tuple2<Long, String>>() {}.getTypeInfo()))
                .doesNotThrowAnyException();
        assertRefused(() -> opened.map(number -> new Account("a", number), Account.class))
                .hasMessageContaining("map=", "Leave pipeline.force-kryo off");
        assertRefused(
                        () ->
                                opened.map(
                                        number -> Tuple2.of(number, new Account("a", number)),
                                        new TypeHint<Tuple2<Long, Account>>() {}.getTypeInfo()))
                .hasMessageContaining("map=Java Tuple2<Long, ");
    }

    @Test
    void kryoIsUsedWhenTheUserInsists() {
        graph.allowKryo()
                .openTransaction(opaques())
                .keyBy(opaque -> opaque.number)
                .write(StateSpec.named("opaque", Long.class, Opaque.class), opaque -> opaque)
                .closeTransaction();

        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    @Test
    void refusedGraphIsOpenedOnceTheUserInsists() {
        assertRefused(() -> graph.openTransaction(opaques()));

        assertThatCode(() -> graph.allowKryo().openTransaction(opaques()))
                .doesNotThrowAnyException();
    }

    /** As with a function that uses it. */
    @Test
    void specTravelsWithAValueThatIsNotSerializable() throws Exception {
        StateSpec<Long, Account> spec =
                StateSpec.named("account", Long.class, Account.class)
                        .initialValue(new Account("none", 0))
                        .constraint("not negative", account -> account.number() >= 0);

        StateSpec<Long, Account> travelled = InstantiationUtil.clone(spec);

        assertThat(travelled).hasToString(spec.toString());
        assertThat(travelled.initialValue()).isEqualTo(new Account("none", 0));
        assertThat(travelled.constraint().test(new Account("none", -1))).isFalse();
        assertThat(travelled.constraintName()).isEqualTo("not negative");
        assertThat(InstantiationUtil.clone(longs("sum")).initialValue()).isNull();
    }

    // ------------------------------------------------------------------ parts

    /** A record as programs have it. */
    public record Order(
            UUID id,
            LocalDate due,
            Optional<String> note,
            SortedMap<String, List<Duration>> times,
            Map<Account, Optional<Account>> from) {}

    /** What is wrong lies deep inside. */
    public record Deeper(String name, Map<Account, List<Optional<Hidden>>> in) {}

    @Test
    void unfitPartIsNamedWhereverItIs() {
        assertRefused(() -> open().map(number -> null, Deeper.class))
                .hasMessageContaining(", part=in[][][], class=" + Hidden.class.getName())
                .hasMessageContaining(". Make it public; or insist");
        assertRefused(
                        () ->
                                shop().map(
                                                number -> null,
                                                Types.MAP(
                                                        TypeInformation.of(Opaque.class),
                                                        Types.STRING)))
                .hasMessageContaining(", part=[key], class=" + Opaque.class.getName());
    }

    @Test
    void partsThatFlinkLeavesToKryoAreWrittenInside() {
        StateSpec<UUID, Order> orders = StateSpec.named("orders", UUID.class, Order.class);

        open().map(number -> new UUID(0, number), UUID.class)
                .keyBy(id -> id, UUID.class)
                .apply(orders, (order, id, tx) -> {}, Order.class)
                .closeTransaction();

        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    /** Flink itself would write it before the t-graph can. */
    @Test
    void inputThatOnlyTheTGraphCouldWriteIsRefusedWithWhatHelps() {
        DataStream<Order> orders =
                environment.fromSequence(1, 10).map(n -> (Order) null).returns(Order.class);

        assertRefused(() -> graph.openTransaction(orders))
                .hasMessageContaining("Cannot open t-graph: Flink would bring its input with Kryo")
                .hasMessageContaining(", part=due, class=java.time.LocalDate. ")
                .hasMessageContaining("input.returns(ValueTypes.of(Order.class))")
                .hasMessageContaining("@TypeInfo(ValueTypeFactory.class)");
    }

    public record Box<T>(String id, T content) {}

    /** A class alone does not name a type that has parameters. */
    @Test
    void inputWithTypeParametersIsRefusedWithAHintThatHelps() {
        assertRefused(() -> graph.openTransaction(streamOf(Types.TUPLE(Types.STRING, ids()))))
                .hasMessageContaining(
                        "input.returns(ValueTypes.of(new TypeHint<Tuple2<String, UUID>>() {}))");
        assertRefused(() -> graph.openTransaction(streamOf(Types.LIST(ids()))))
                .hasMessageContaining(
                        "input.returns(ValueTypes.of(new TypeHint<List<UUID>>() {}))");
        assertRefused(() -> graph.openTransaction(streamOf(Types.MAP(Types.LONG, ids()))))
                .hasMessageContaining(
                        "input.returns(ValueTypes.of(new TypeHint<Map<Long, UUID>>() {}))");
        assertRefused(
                        () ->
                                graph.openTransaction(
                                        streamOf(new TypeHint<Box<UUID>>() {}.getTypeInfo())))
                .hasMessageContaining("input.returns(ValueTypes.of(new TypeHint<Box<...>>() {}))");

        TypeInformation<?> hinted = ValueTypes.of(new TypeHint<Tuple2<String, UUID>>() {});
        assertThatCode(() -> graph.openTransaction(streamOf(hinted))).doesNotThrowAnyException();
    }

    private <T> DataStream<T> streamOf(TypeInformation<T> type) {
        return environment.fromSequence(1, 10).<T>map(n -> null).returns(type);
    }

    private static TypeInformation<UUID> ids() {
        return TypeInformation.of(UUID.class);
    }

    /** The same, annotated as the message says. */
    @TypeInfo(ValueTypeFactory.class)
    public record Annotated(UUID id, Optional<LocalDate> due) {}

    @Test
    void whatTheMessageSaysOfInputsHelps() {
        DataStream<Order> orders =
                environment
                        .fromSequence(1, 10)
                        .map(n -> (Order) null)
                        .returns(ValueTypes.of(Order.class));
        DataStream<Annotated> annotated =
                environment.fromSequence(1, 10).map(n -> new Annotated(null, null));

        assertThatCode(() -> graph.openTransaction(orders)).doesNotThrowAnyException();
        assertThatCode(() -> TransactionalGraph.named("shop").openTransaction(annotated))
                .doesNotThrowAnyException();
    }

    /** Inside, an input has the type that its own class has there. */
    @Test
    void inputIsUnitedWithWhatIsMappedToItsClass() {
        TransactionalStream<List<String>> lists =
                graph.openTransaction(
                        environment
                                .fromSequence(1, 10)
                                .map(n -> List.of("a"))
                                .returns(Types.LIST(Types.STRING)));

        assertThatCode(
                        () ->
                                lists.union(lists.map(list -> list, Types.LIST(Types.STRING)))
                                        .closeTransaction())
                .doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ erased types

    @Test
    void lambdaWithErasedResultsAsksForTheirClass() {
        TransactionalStream<Long> opened = open();

        assertRefused(() -> opened.map(number -> Tuple2.of(number, number)))
                .hasMessageContaining("operation=map")
                .hasMessageContaining(
                        "as in map(function, Result.class), or if it has type parameters,"
                                + " ValueTypes.of(new TypeHint<Result<...>>() {}); ")
                .hasMessageContaining(" Flink says: The generic type parameters of 'Tuple2' are")
                .hasCauseInstanceOf(InvalidTypesException.class);
        assertRefused(() -> opened.<Long>flatMap((number, out) -> out.collect(number)))
                .hasMessageContaining("operation=flatMap")
                .hasMessageContaining("as in flatMap(function, Result.class)");
        assertRefused(() -> opened.keyBy(number -> Tuple2.of(number, number)))
                .hasMessageContaining("operation=keyBy")
                .hasMessageContaining("as in keyBy(function, Result.class)")
                .hasMessageContaining(" Flink says: The generic type parameters of 'Tuple2' are")
                .hasCauseInstanceOf(InvalidTypesException.class);
    }

    /** Also where a hint of Flink's would leave it to Kryo. */
    @Test
    void typeHintSaysWhatFlinkDoesNotKnow() {
        open().map(
                        number -> Optional.of(new UUID(0, number)),
                        ValueTypes.of(new TypeHint<Optional<UUID>>() {}))
                .closeTransaction();

        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    /** Written as the messages say it. */
    @Test
    void classOrTypeHintSaysWhatWasErased() {
        open().keyBy(number -> new Account("first", number), Account.class)
                .update(
                        StateSpec.named("by_account", Account.class, Long.class),
                        (sum, number) -> number)
                .keyBy(
                        number -> Tuple2.of(number, number),
                        ValueTypes.of(new TypeHint<Tuple2<Long, Long>>() {}))
                .update(
                        StateSpec.named("by_pair", Types.TUPLE(Types.LONG, Types.LONG), Types.LONG),
                        (sum, number) -> number)
                .closeTransaction();

        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    @Test
    void typeInformationSaysWhatWasErased() {
        TypeInformation<Tuple2<Long, Long>> pair = Types.TUPLE(Types.LONG, Types.LONG);

        TransactionalStream<Tuple2<Long, Long>> pairs =
                open().map(number -> Tuple2.of(number, number), pair);

        assertThat(pairs.type()).isEqualTo(pair);
    }

    @Test
    void streamsOfTwoTypesAreNotUnited() {
        TransactionalStream<Long> opened = open();
        TransactionalStream<Object> numbers = cast(opened);
        TransactionalStream<Object> strings = cast(opened.map(String::valueOf, String.class));

        assertRefused(() -> strings.union(numbers))
                .hasMessageContaining("graph=bank, type=String, other=Long")
                .hasMessageContaining("Map them to one type first");
        assertRefused(() -> TransactionalGraph.closeTransaction(strings, numbers))
                .hasMessageContaining("graph=bank, type=String, other=Long");
    }

    // ------------------------------------------------------------------ keys

    @Test
    void streamIsKeyedByTheKeyTypeOfTheState() {
        StateSpec<Object, Long> strings = cast(StateSpec.named("s", String.class, Long.class));
        KeySelector<Long, Object> byNumber = number -> number;
        TypeInformation<Object> longs = cast(Types.LONG);

        assertRefused(
                        () ->
                                open().keyBy(byNumber, longs)
                                        .update(strings, (sum, number) -> sum + number))
                .hasMessageContaining("graph=bank, state=s, stateKeyType=String")
                .hasMessageContaining("streamKeyType=Long")
                .hasMessageContaining("Key the stream by the key type of the state");
    }

    static Stream<TypeInformation<?>> unfitKeys() {
        return Stream.of(
                TypeInformation.of(byte[].class),
                TypeInformation.of(Long[].class),
                TypeInformation.of(Account[].class),
                TypeInformation.of(RuntimeExecutionMode.class),
                TypeInformation.of(Nameless.class),
                TypeInformation.of(Holding.class),
                TypeInformation.of(HoldingPojo.class),
                TypeInformation.of(Deep.class),
                TypeInformation.of(Hashed.class),
                TypeInformation.of(Compared.class),
                TypeInformation.of(HoldingHashed.class),
                TypeInformation.of(Tagged.class),
                Types.TUPLE(Types.LONG, TypeInformation.of(byte[].class)),
                Types.TUPLE(Types.LONG, TypeInformation.of(RuntimeExecutionMode.class)),
                Types.TUPLE(
                        Types.LONG,
                        ValueTypes.of(new TypeHint<Optional<RuntimeExecutionMode>>() {})),
                ValueTypes.of(Currency.class),
                ValueTypes.of(URI.class),
                Types.TUPLE(Types.LONG, ValueTypes.of(URI.class)),
                Types.TUPLE(Types.LONG, ValueTypes.of(new TypeHint<Deque<Long>>() {})),
                Types.TUPLE(Types.LONG, ValueTypes.of(new TypeHint<List<UUID>>() {})),
                Types.LIST(Types.LONG));
    }

    @ParameterizedTest
    @MethodSource("unfitKeys")
    void keyWithoutHashCodeOfItsValueIsRefused(TypeInformation<Object> type) {
        assertRefused(() -> keyBy(type))
                .hasMessageContaining("graph=bank, state=by_key, keyType=" + ValueTypes.of(type))
                .hasMessageContaining("Use a type whose hashCode depends on its value alone");
    }

    @Test
    void partThatMakesAKeyUnfitIsNamed() {
        assertRefused(() -> keyBy(cast(TypeInformation.of(Holding.class))))
                .hasMessageContaining(", part=mode. Use");
        StateSpec<Deep, Long> deep = StateSpec.named("deep", Deep.class, Long.class);
        TransactionalStream<Long> stream =
                TransactionalGraph.named("shop").openTransaction(environment.fromSequence(1, 10));
        assertRefused(() -> stream.keyBy(n -> new Deep(), Deep.class).update(deep, Long::sum))
                .hasMessageContaining(", part=in.bytes. Use");
    }

    /** What a value is found by; the cure is in the class, if it is the user's. */
    @Test
    void whatAKeyLacksIsSaid() {
        assertRefused(() -> keyBy(cast(TypeInformation.of(Hashed.class))))
                .hasMessageContaining("cannot be a key, because the class inherits equals from")
                .hasMessageEndingWith("write equals and hashCode, both by all that it holds.");
        assertKeyRefused("warehouse", Compared.class)
                .hasMessageContaining("cannot be a key, because the class inherits hashCode from")
                .hasMessageEndingWith("write equals and hashCode, both by all that it holds.");
        assertKeyRefused("yard", HoldingHashed.class)
                .hasMessageContaining("because the class inherits equals from Object, graph=yard")
                .hasMessageContaining("partType=" + Hashed.class.getName() + ", part=hashed. Use");
        assertKeyRefused("field", Nameless.class)
                .hasMessageContaining("because the class inherits equals and hashCode from Object");
    }

    /** RocksDB finds values by all bytes of a key, Avro's equals by some of its fields. */
    @Test
    void fieldThatAvroIgnoresInComparisonsIsRefused() {
        assertRefused(() -> keyBy(cast(TypeInformation.of(AvroKey.class))))
                .hasMessageContaining(
                        "because Avro writes its field \"note\" and ignores it in comparisons,")
                .hasMessageEndingWith(
                        "Remove \"order\": \"ignore\" from the field in the Avro schema.");
        assertKeyRefused("inside", HoldingAvroKey.class)
                .hasMessageContaining("partType=" + AvroKey.class.getName() + ", part=key. Use");
    }

    /** A record of such a part. */
    public record HoldingAvroKey(AvroKey key) {}

    private AbstractThrowableAssert<?, ? extends Throwable> assertKeyRefused(
            String graphName, Class<?> type) {
        StateSpec<Object, Long> state =
                StateSpec.named(
                        "by_" + type.getSimpleName(), cast(TypeInformation.of(type)), Types.LONG);
        TransactionalStream<Long> stream =
                TransactionalGraph.named(graphName)
                        .openTransaction(environment.fromSequence(1, 10));
        return assertRefused(
                () ->
                        stream.keyBy(number -> number, state.keyType())
                                .update(state, (sum, number) -> sum + number));
    }

    static Stream<TypeInformation<?>> goodKeys() {
        return Stream.of(
                Types.STRING,
                Types.LONG,
                TypeInformation.of(Account.class),
                TypeInformation.of(Numbered.class),
                TypeInformation.of(GoodAvroKey.class),
                ValueTypes.of(UUID.class),
                Types.TUPLE(Types.LONG, TypeInformation.of(Account.class)));
    }

    @ParameterizedTest
    @MethodSource("goodKeys")
    void keyIsAnyTypeWithAHashCodeOfItsValue(TypeInformation<Object> type) {
        assertThatCode(() -> keyBy(type)).doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ parts

    private TransactionalStream<Long> shop() {
        return TransactionalGraph.named("shop").openTransaction(environment.fromSequence(1, 10));
    }

    private TransactionalStream<Long> open() {
        return graph.openTransaction(environment.fromSequence(1, 10));
    }

    private void keyBy(TypeInformation<Object> type) {
        StateSpec<Object, Long> state = StateSpec.named("by_key", type, Types.LONG);
        open().keyBy(number -> number, type).update(state, (sum, number) -> sum + number);
    }

    private DataStream<Opaque> opaques() {
        return environment.fromSequence(1, 10).map(Opaque::new).returns(Opaque.class);
    }

    private static StateSpec<Long, Long> longs(String name) {
        return StateSpec.named(name, Long.class, Long.class);
    }

    /** What a raw type or an unchecked cast in a program does. */
    @SuppressWarnings("unchecked")
    private static <T> T cast(Object wrong) {
        return (T) wrong;
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable mistake) {
        return assertThatThrownBy(mistake).isInstanceOf(InvalidGraphException.class);
    }
}
