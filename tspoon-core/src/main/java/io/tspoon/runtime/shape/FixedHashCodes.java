/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.util.Set;

/** Types whose objects have the same hash codes in all runs and versions. */
final class FixedHashCodes {
    /** The types of which Java's documentation says how their hash codes are computed. */
    private static final Set<Class<?>> FIXED =
            Set.of(
                    String.class,
                    Character.class,
                    Boolean.class,
                    Byte.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class);

    private FixedHashCodes() {}

    static boolean has(TypeInformation<?> type) {
        return FIXED.contains(type.getTypeClass());
    }
}
