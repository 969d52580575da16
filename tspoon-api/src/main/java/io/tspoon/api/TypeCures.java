/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.types.Row;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
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
    private static final Map<Class<?>, String> INSTEAD = new LinkedHashMap<>();

    static {
        INSTEAD.put(java.util.concurrent.atomic.AtomicBoolean.class, "a Boolean");
        INSTEAD.put(java.util.concurrent.atomic.AtomicInteger.class, "an Integer");
        INSTEAD.put(java.util.concurrent.atomic.AtomicLong.class, "a Long");
        INSTEAD.put(Number.class, "a BigDecimal, or the class of numbers that it is");
        INSTEAD.put(EnumMap.class, "a Map or a SortedMap with the same keys");
        INSTEAD.put(java.util.concurrent.ConcurrentNavigableMap.class, "a SortedMap");
        INSTEAD.put(SortedMap.class, "a SortedMap");
        INSTEAD.put(Map.class, "a Map");
        INSTEAD.put(EnumSet.class, "a Set or a SortedSet of the same enum");
        INSTEAD.put(PriorityQueue.class, "a SortedSet, or a List that you sort");
        INSTEAD.put(java.util.SortedSet.class, "a SortedSet");
        INSTEAD.put(Set.class, "a Set");
        INSTEAD.put(Collection.class, "a List or a Deque");
        INSTEAD.put(java.util.Iterator.class, "a List");
        INSTEAD.put(Map.Entry.class, "a record or a Tuple2");
        INSTEAD.put(java.util.BitSet.class, "a long[] or a byte[]");
        INSTEAD.put(java.util.Calendar.class, "an Instant or a ZonedDateTime");
        INSTEAD.put(java.util.TimeZone.class, "a ZoneId");
        INSTEAD.put(java.net.URL.class, "a URI");
        INSTEAD.put(java.io.File.class, "a String");
        INSTEAD.put(java.nio.file.Path.class, "a String");
        INSTEAD.put(java.nio.ByteBuffer.class, "a byte[]");
        INSTEAD.put(java.net.InetAddress.class, "a String");
        INSTEAD.put(java.util.regex.Pattern.class, "a String");
        INSTEAD.put(Class.class, "a String");
        INSTEAD.put(CharSequence.class, "a String");
        INSTEAD.put(Throwable.class, "a String");
    }

    private TypeCures() {}

    /** A sentence, without the full stop. */
    static String of(TypeInformation<?> type) {
        Class<?> raw = type.getTypeClass();
        if (raw == Object.class) {
            return "Declare the class that it has; of a type parameter say which one, with"
                    + " ValueTypes.of(new TypeHint<...>() {})";
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
        if (raw.getTypeParameters().length > 0 && isKnown(raw)) {
            return "Give its type parameters: declare what it holds, and pass"
                    + " ValueTypes.of(new TypeHint<...>() {}) for a class that has some";
        }
        for (Map.Entry<Class<?>, String> entry : INSTEAD.entrySet()) {
            if (entry.getKey().isAssignableFrom(raw)) {
                return "Use " + entry.getValue() + " instead";
            }
        }
        return isOfJdk(raw) ? "Use a record of what it says, or its text" : ofOwn(raw);
    }

    private static boolean isOfJdk(Class<?> raw) {
        return raw.getName().startsWith("java");
    }

    /** Whether it would do if its type parameters were known. */
    private static boolean isKnown(Class<?> raw) {
        return ValueTypes.holds(raw);
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
                    : "A record that holds others of its own class has no end: keep those in a"
                            + " state, and refer to them by their keys";
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
                if (Modifier.isFinal(modifiers)) {
                    return "Make its field " + field.getName() + " not final, or make it a record";
                }
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
