/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.java.functions.KeySelector;

/** The rules that there are. */
@Internal
public final class BatchRules {
    private BatchRules() {}

    /**
     * So many elements in the order in which they come to a coordinator, or fewer when the time is
     * over.
     */
    public record OfCount<T>(int count, long maxWaitMs) implements BatchRule<T> {
        @Override
        public boolean isWhole(T element, int elements, int size) {
            return elements >= count;
        }
    }

    /** The elements of one name, up to one that says that it is the last. */
    public record ToLast<T>(KeySelector<T, String> names, FilterFunction<T> last, long maxWaitMs)
            implements BatchRule<T> {
        @Override
        public String nameOf(T element) throws Exception {
            return names.getKey(element);
        }

        @Override
        public boolean isWhole(T element, int elements, int size) throws Exception {
            return last.filter(element);
        }

        @Override
        public boolean mayBeShort() {
            return false;
        }
    }

    /** So many elements of one name as they say themselves. */
    public record ToSize<T>(
            KeySelector<T, String> names, MapFunction<T, Integer> sizes, long maxWaitMs)
            implements BatchRule<T> {
        @Override
        public String nameOf(T element) throws Exception {
            return names.getKey(element);
        }

        @Override
        public int sizeBy(T element) throws Exception {
            Integer size = sizes.map(element);
            return size == null ? 1 : Math.max(1, size);
        }

        @Override
        public boolean isWhole(T element, int elements, int size) {
            return elements >= size;
        }

        @Override
        public boolean mayBeShort() {
            return false;
        }
    }

    /** All elements with a time up to a watermark that were in no batch before. */
    public record ToWatermark<T>() implements BatchRule<T> {
        @Override
        public boolean isWhole(T element, int elements, int size) {
            return false;
        }

        @Override
        public boolean endsWithWatermark() {
            return true;
        }
    }
}
