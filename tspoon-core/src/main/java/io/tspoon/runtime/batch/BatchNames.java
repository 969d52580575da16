/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.java.functions.KeySelector;

/** The keys of batches as the program gives them, none of which is null or empty. */
@Internal
public record BatchNames<T>(KeySelector<T, String> selector) implements KeySelector<T, String> {
    @Override
    public String getKey(T element) throws Exception {
        String name = selector.getKey(element);
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException(
                    "[TSP-2140] Cannot add element to batch: its batch has no key, element="
                            + element
                            + ". Give every element the key of its batch, or filter it out before"
                            + " openBatches.");
        }
        return name;
    }
}
