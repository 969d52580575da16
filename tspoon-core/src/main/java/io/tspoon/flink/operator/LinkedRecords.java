/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.runtime.ObjectMethods;
import java.util.List;

/**
 * What the JDK remembers of the record classes of a job that has ended.
 *
 * <p>Up to version 17 it keeps the class whose {@code equals}, {@code hashCode} or {@code toString}
 * was called for the first time last, and so the class loader of a job, until that of another
 * record is called (JDK-8078641). An instance of any record that is a key of a map is enough.
 */
@Internal
public final class LinkedRecords {
    private static final Logger LOG = LoggerFactory.getLogger(LinkedRecords.class);
    private static final int LAST_TO_REMEMBER = 17;
    private static final List<String> METHODS = List.of("equals", "hashCode", "toString");

    private LinkedRecords() {}

    /** Makes the JDK remember a class of its own instead, as if that were a record. */
    public static void forget() {
        if (Runtime.version().feature() > LAST_TO_REMEMBER) {
            return;
        }
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            MethodHandle component =
                    lookup.findVirtual(String.class, "strip", MethodType.methodType(String.class));
            for (String method : METHODS) {
                var unused =
                        ObjectMethods.bootstrap(
                                lookup,
                                method,
                                MethodHandle.class,
                                String.class,
                                "component",
                                component);
            }
        } catch (Throwable e) { // as the methods declare; nothing depends on it
            LOG.debug("[TSP-3400] Cannot make the JDK forget records", e);
        }
    }
}
