/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.testkit;

import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Serializable;

/** Ships what a job consists of as Flink does, from this process to itself. */
final class Shipping {
    private Shipping() {}

    /**
     * The object that arrives.
     *
     * @param what names it in messages
     */
    static <T> T copy(String what, @Nullable T shipped) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            byte[] bytes = InstantiationUtil.serializeObject((Serializable) shipped);
            return InstantiationUtil.deserializeObject(
                    bytes, loader == null ? Shipping.class.getClassLoader() : loader);
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "[TSP-8000] Cannot run t-graph: "
                            + what
                            + " cannot be shipped, as it would be to the cluster. Let functions"
                            + " refer only to what is Serializable; the cause names what is not.",
                    e);
        }
    }
}
