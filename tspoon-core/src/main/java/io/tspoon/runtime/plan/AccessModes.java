/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.Objects;

/**
 * The modes of a stateful operator's accesses: the same for all, or chosen for each element.
 *
 * @param fixed the mode of all accesses; null if it depends on the element
 * @param selector chooses the mode of each access; null if all have the same
 */
@Internal
public record AccessModes<I>(
        @Nullable AccessMode fixed, @Nullable KeySelector<I, AccessMode> selector)
        implements Serializable {

    /** All accesses have this mode. */
    public static <I> AccessModes<I> always(AccessMode mode) {
        return new AccessModes<>(mode, null);
    }

    /** The mode of each access is chosen by its element. */
    public static <I> AccessModes<I> by(KeySelector<I, AccessMode> selector) {
        return new AccessModes<>(null, selector);
    }

    /** The mode of the access for an element. */
    public AccessMode of(I element) throws Exception {
        if (fixed != null) {
            return fixed;
        }
        AccessMode chosen = Objects.requireNonNull(selector).getKey(element);
        if (chosen == null) {
            throw new NullPointerException(
                    "[TSP-2200] Cannot access state: the mode of the access is null, element="
                            + element
                            + ". Let the selector give READ, WRITE or UPDATE.");
        }
        return chosen;
    }

    /** Whether some or all accesses may be mere reads. */
    public boolean mayOnlyRead() {
        return fixed == null || fixed == AccessMode.READ;
    }
}
