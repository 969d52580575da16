/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.MarkdownTable;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TimeZone;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What docs/types.md says is refused, is; and what it says to take instead, works. */
class RefusedTypesTest {
    private static final List<List<String>> ROWS = rows();

    public enum Kind {
        A
    }

    public sealed interface Command permits Pay, Sweep {}

    public record Pay(String from) implements Command {}

    public record Sweep(String from) implements Command {}

    public record AnyCommand(Kind kind, String from, Long amount) {}

    record Hidden(long number) {}

    public record Shown(long number) {}

    public record Empty() {}

    public record Tree(String name, List<Tree> children) {}

    public record Node(String name, List<String> children) {}

    public static class Opaque {
        public final long number;

        public Opaque(long number) {
            this.number = number;
        }
    }

    public static class Halfway {
        private long number;

        public long getNumber() {
            return number;
        }
    }

    public static class Whole {
        private long number;

        public long getNumber() {
            return number;
        }

        public void setNumber(long number) {
            this.number = number;
        }
    }

    @SuppressWarnings("ClassCanBeStatic") // that is what is wrong with it
    public class Inner {
        public long number;
    }

    public static class Outer {
        public long number;
    }

    /**
     * @param name as the page has it
     * @param type as a t-graph would derive it
     * @param cures what the page says to take instead
     */
    record Refused(String name, TypeInformation<?> type, TypeInformation<?>... cures) {}

    static List<Refused> refused() {
        return List.of(
                of("Object", Object.class, of(String.class)),
                of("List without type parameters", List.class, of(new TypeHint<List<String>>() {})),
                of(
                        "Tuple2 without type parameters",
                        Tuple2.class,
                        of(new TypeHint<Tuple2<String, Long>>() {})),
                of("Row without types", Row.class, Types.ROW(Types.STRING)),
                of("Number", Number.class, of(BigDecimal.class)),
                of("AtomicLong", AtomicLong.class, Types.LONG),
                of("AtomicInteger", AtomicInteger.class, Types.INT),
                of("AtomicBoolean", AtomicBoolean.class, Types.BOOLEAN),
                of("BitSet", BitSet.class, of(long[].class)),
                of("ByteBuffer", ByteBuffer.class, of(byte[].class)),
                of("CharSequence, StringBuilder", StringBuilder.class, Types.STRING),
                of("Calendar", Calendar.class, of(Instant.class)),
                of("TimeZone", TimeZone.class, of(ZoneId.class)),
                of("URL", URL.class, of(URI.class)),
                of("File, Path", Path.class, Types.STRING),
                of("InetAddress", InetAddress.class, Types.STRING),
                of("Pattern", Pattern.class, Types.STRING),
                of("Class", Class.class, Types.STRING),
                of("Throwable", IllegalStateException.class, Types.STRING),
                of(
                        "EnumMap",
                        new TypeHint<EnumMap<Kind, Long>>() {},
                        of(new TypeHint<Map<Kind, Long>>() {}),
                        of(new TypeHint<SortedMap<Kind, Long>>() {})),
                of(
                        "ConcurrentSkipListMap",
                        new TypeHint<ConcurrentSkipListMap<String, Long>>() {},
                        of(new TypeHint<SortedMap<String, Long>>() {})),
                of(
                        "ConcurrentHashMap and other maps",
                        new TypeHint<ConcurrentHashMap<String, Long>>() {},
                        of(new TypeHint<Map<String, Long>>() {})),
                of(
                        "EnumSet",
                        new TypeHint<EnumSet<Kind>>() {},
                        of(new TypeHint<Set<Kind>>() {}),
                        of(new TypeHint<SortedSet<Kind>>() {})),
                of(
                        "PriorityQueue",
                        new TypeHint<PriorityQueue<String>>() {},
                        of(new TypeHint<SortedSet<String>>() {})),
                of(
                        "ConcurrentSkipListSet",
                        new TypeHint<ConcurrentSkipListSet<String>>() {},
                        of(new TypeHint<SortedSet<String>>() {})),
                of(
                        "CopyOnWriteArraySet and other sets",
                        new TypeHint<CopyOnWriteArraySet<String>>() {},
                        of(new TypeHint<Set<String>>() {})),
                of(
                        "Vector and other collections",
                        new TypeHint<Vector<String>>() {},
                        of(new TypeHint<List<String>>() {}),
                        of(new TypeHint<Deque<String>>() {})),
                of(
                        "Iterator",
                        new TypeHint<Iterator<String>>() {},
                        of(new TypeHint<List<String>>() {})),
                of(
                        "Iterable",
                        new TypeHint<Iterable<String>>() {},
                        of(new TypeHint<Collection<String>>() {}),
                        of(new TypeHint<List<String>>() {})),
                of(
                        "Map.Entry",
                        new TypeHint<Map.Entry<String, Long>>() {},
                        Types.TUPLE(Types.STRING, Types.LONG)),
                of(
                        "sealed interface, interface, abstract class",
                        Command.class,
                        of(AnyCommand.class)),
                of("record or class that is not public", Hidden.class, of(Shown.class)),
                of("record without components", Empty.class, of(Shown.class)),
                of("record that holds its own class", Tree.class, of(Node.class)),
                of("class without a constructor without arguments", Opaque.class, of(Shown.class)),
                of("class with a field without getter and setter", Halfway.class, of(Whole.class)),
                of("inner class", Inner.class, of(Outer.class)));
    }

    @Test
    void pageHasAllOfThem() {
        assertThat(ROWS.stream().map(row -> row.get(0)))
                .containsExactlyElementsOf(refused().stream().map(Refused::name).toList());
    }

    @ParameterizedTest
    @MethodSource("refused")
    void isRefusedWithWhatTheMessageAndThePageSay(Refused refused) {
        String instead =
                ROWS.stream()
                        .filter(row -> row.get(0).equals(refused.name()))
                        .map(row -> row.get(1))
                        .findFirst()
                        .orElseThrow();

        assertThatThrownBy(() -> map(refused.type()))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining(". " + instead + "; or insist with allowKryo()");
        assertThatThrownBy(() -> map(Types.TUPLE(Types.LONG, refused.type())))
                .hasMessageContaining("part=f1")
                .hasMessageContaining(instead);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatToTakeInsteadWorks(Refused refused) {
        for (TypeInformation<?> cure : refused.cures()) {
            assertThatCode(() -> map(cure)).doesNotThrowAnyException();
        }
    }

    private static void map(TypeInformation<?> type) {
        TransactionalGraph.named("g")
                .openTransaction(EmbeddedFlink.environment(1).fromSequence(1, 10))
                .map(number -> null, type);
    }

    private static Refused of(String name, Class<?> type, TypeInformation<?>... cures) {
        return new Refused(name, of(type), cures);
    }

    private static Refused of(String name, TypeHint<?> type, TypeInformation<?>... cures) {
        return new Refused(name, of(type), cures);
    }

    private static <T> TypeInformation<T> of(Class<T> type) {
        return ValueTypes.of(type);
    }

    private static <T> TypeInformation<T> of(TypeHint<T> type) {
        return ValueTypes.of(type);
    }

    private static List<List<String>> rows() {
        try {
            return MarkdownTable.rows(
                    Path.of("..", "docs", "types.md"), "| declared as | take instead |");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
