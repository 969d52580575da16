/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import java.util.Arrays;

/**
 * Recognizes classes of libraries that only some jobs have, and that may be in another class loader
 * than this class, by their names.
 */
final class Foreign {
    private static final String AVRO = "org.apache.avro.";

    private Foreign() {}

    /** A class that was generated from a schema of Avro. */
    static boolean isAvroClass(Class<?> type) {
        return is(type, AVRO + "specific.SpecificRecordBase");
    }

    /** A record that any schema of Avro describes. */
    static boolean isAvroRecord(Class<?> type) {
        return is(type, AVRO + "generic.IndexedRecord") && !isAvroClass(type);
    }

    static boolean isAvroFixed(Class<?> type) {
        return is(type, AVRO + "generic.GenericFixed");
    }

    /** A constant of an enum of Avro for which there is no class. */
    static boolean isAvroSymbol(Class<?> type) {
        return is(type, AVRO + "generic.GenericEnumSymbol") && !type.isEnum();
    }

    /** What classes of Avro say about themselves besides their fields. */
    static boolean isAvroDescription(Class<?> type) {
        return type.getName().equals(AVRO + "Schema")
                || type.getName().equals(AVRO + "specific.SpecificData");
    }

    static boolean isProtobuf(Class<?> type) {
        return is(type, "com.google.protobuf.MessageLite");
    }

    /** Whether a class or interface of that name is the type or above it. */
    private static boolean is(Class<?> type, String name) {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            if (one.getName().equals(name)
                    || Arrays.stream(one.getInterfaces()).anyMatch(above -> is(above, name))) {
                return true;
            }
        }
        return false;
    }
}
