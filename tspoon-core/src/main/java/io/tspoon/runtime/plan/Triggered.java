/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;

/**
 * What a function has triggered: on its way to close it is among the elements that its transaction
 * emits.
 *
 * @param entrance name of one of the {@link TriggerPlan}
 * @param element that comes by this entrance when the transaction has committed
 */
@Internal
public record Triggered(String entrance, Object element) {
    /** The elements among them that leave the t-graph. */
    public static <T> List<T> leaving(List<T> emitted) {
        List<T> leaving = new ArrayList<>(emitted.size());
        for (T element : emitted) {
            if (!(element instanceof Triggered)) {
                leaving.add(element);
            }
        }
        return leaving;
    }
}
