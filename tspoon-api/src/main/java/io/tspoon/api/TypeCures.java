/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.types.Row;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;

/** What to do about a class that Flink could only write with Kryo. */
final class TypeCures {
    private static final String KINDS =
            "Use one record for all kinds, with an enum for the kind, and null for what a kind does"
                    + " not have";

    /** By the first class that fits; so what is narrower comes first. */
    private static final List<Instead> INSTEAD =
            List.of(
                    new Instead(java.util.concurrent.atomic.AtomicBoolean.class, "a Boolean"),
                    new Instead(java.util.concurrent.atomic.AtomicInteger.class, "an Integer"),
                    new Instead(java.util.concurrent.atomic.AtomicLong.class, "a Long"),
                    new Instead(Number.class, "a BigDecimal, or the class of numbers that it is"),
                    new Instead(EnumMap.class, "a Map or a SortedMap with the same keys"),
                    new Instead(java.util.concurrent.ConcurrentNavigableMap.class, "a SortedMap"),
                    new Instead(SortedMap.class, "a SortedMap"),
                    new Instead(Map.class, "a Map"),
                    new Instead(EnumSet.class, "a Set or a SortedSet of the same enum"),
                    new Instead(PriorityQueue.class, "a SortedSet, or a List that you sort"),
                    new Instead(java.util.SortedSet.class, "a SortedSet"),
                    new Instead(Set.class, "a Set"),
                    new Instead(Collection.class, "a List or a Deque"),
                    new Instead(java.util.Iterator.class, "a List"),
                    new Instead(Map.Entry.class, "a record or a Tuple2"),
                    new Instead(java.util.BitSet.class, "a long[] or a byte[]"),
                    new Instead(java.util.Calendar.class, "an Instant or a ZonedDateTime"),
                    new Instead(java.util.TimeZone.class, "a ZoneId"),
                    new Instead(java.net.URL.class, "a URI"),
                    new Instead(java.io.File.class, "a String"),
                    new Instead(java.nio.file.Path.class, "a String"),
                    new Instead(java.nio.ByteBuffer.class, "a byte[]"),
                    new Instead(java.net.InetAddress.class, "a String"),
                    new Instead(java.util.regex.Pattern.class, "a String"),
                    new Instead(Class.class, "a String"),
                    new Instead(CharSequence.class, "a String"),
                    new Instead(Throwable.class, "a String"));

    private record Instead(Class<?> type, String use) {}

    private TypeCures() {}

    /** A sentence, without the full stop. */
    static String of(TypeInformation<?> type) {
        Class<?> raw = type.getTypeClass();
        if (raw == Object.class) {
            return "Declare the class that it has; if it is a type parameter, pass"
                    + " ValueTypes.of(new TypeHint<Box<String>>() {})";
        }
        if (!(type instanceof GenericTypeInfo<?>) && !isOfJdk(raw)) {
            return "Leave pipeline.force-kryo off";
        }
        if (hasAbove(raw, "com.google.protobuf.MessageLite")) {
            return "Use a byte[], from toByteArray(), or a record of its fields";
        }
        if (hasAbove(raw, "org.apache.avro.generic.GenericContainer")) {
            return "Pass new GenericRecordAvroTypeInfo(schema), or generate the class with avro and"
                    + " put flink-avro on the class path";
        }
        if (raw == Row.class) {
            return "Pass Types.ROW_NAMED(names, types), or use a record";
        }
        if (raw == Iterable.class) {
            return "Use a Collection or a List";
        }
        if (raw.getTypeParameters().length > 0 && ValueTypes.holds(raw)) {
            return "Declare its type parameters, as in List<String>; pass"
                    + " ValueTypes.of(new TypeHint<List<String>>() {}) instead of a class";
        }
        if (Tuple.class.isAssignableFrom(raw) && raw.getTypeParameters().length > 0) {
            return "Declare its type parameters, as in Tuple2<String, Long>; pass"
                    + " ValueTypes.of(new TypeHint<Tuple2<String, Long>>() {}) instead of a class";
        }
        for (Instead instead : INSTEAD) {
            if (instead.type.isAssignableFrom(raw)) {
                return "Use " + instead.use;
            }
        }
        return isOfJdk(raw) ? "Use a record of what it says, or its text" : ofOwn(raw);
    }

    private static boolean isOfJdk(Class<?> raw) {
        return raw.getName().startsWith("java");
    }

    private static String ofOwn(Class<?> raw) {
        if (raw.isInterface() || Modifier.isAbstract(raw.getModifiers())) {
            return KINDS;
        }
        if (!Modifier.isPublic(raw.getModifiers())) {
            return raw.isLocalClass() || raw.isAnonymousClass()
                    ? "Make it a public " + kind(raw) + " outside of the method"
                    : "Make it public";
        }
        if (raw.isRecord()) {
            return raw.getRecordComponents().length == 0
                    ? "Give the record a component"
                    : "It holds its own class, which has no end: refer to others by their keys";
        }
        return ofPojo(raw);
    }

    private static String kind(Class<?> raw) {
        return raw.isRecord() ? "record" : "class";
    }

    /** The rules of Flink for POJOs. */
    private static String ofPojo(Class<?> raw) {
        if (raw.isMemberClass() && !Modifier.isStatic(raw.getModifiers())) {
            return "Make it static, or a record";
        }
        if (Arrays.stream(raw.getConstructors()).noneMatch(c -> c.getParameterCount() == 0)) {
            return "Give it a public constructor without arguments, or make it a record";
        }
        boolean any = false;
        for (Class<?> owner = raw; owner != Object.class; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (Modifier.isStatic(modifiers) || Modifier.isTransient(modifiers)) {
                    continue;
                }
                any = true;
                if (!Modifier.isPublic(modifiers) && !isBean(raw, field)) {
                    return "Give its field "
                            + field.getName()
                            + " a public getter and setter, or make it a record";
                }
            }
        }
        return any
                ? "Make it a record, as it has readObject or writeObject, or holds others of its"
                        + " own class"
                : "Give it a field, or make it a record with a component";
    }

    private static boolean isBean(Class<?> raw, Field field) {
        String name = field.getName().toLowerCase(Locale.ROOT);
        boolean get = false;
        boolean set = false;
        for (Method method : raw.getMethods()) {
            String called = method.getName().toLowerCase(Locale.ROOT);
            get |= called.equals("get" + name) || called.equals("is" + name) || called.equals(name);
            set |= called.equals("set" + name);
        }
        return get && set;
    }

    private static boolean hasAbove(Class<?> type, String name) {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            if (one.getName().equals(name)
                    || Arrays.stream(one.getInterfaces()).anyMatch(i -> hasAbove(i, name))) {
                return true;
            }
        }
        return false;
    }
}
