/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.log.InputDigest;
import io.tspoon.runtime.plan.InputSpread;

import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/** Sends equal elements to the same coordinator. */
final class ContentSpread {
    private ContentSpread() {}

    /**
     * @param written writes elements as the log digests them
     */
    static <I> DataStream<I> spread(DataStream<I> input, TypeSerializer<I> written) {
        return input.partitionCustom(new ByDigest(), new Digest<>(written));
    }

    private static final class ByDigest implements Partitioner<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public int partition(Long digest, int partitions) {
            return InputSpread.coordinatorOf(digest, partitions);
        }
    }

    private static final class Digest<I> implements KeySelector<I, Long> {
        private static final long serialVersionUID = 1L;

        private final TypeSerializer<I> serializer;
        private transient @Nullable InputDigest<I> digest;

        Digest(TypeSerializer<I> serializer) {
            this.serializer = serializer;
        }

        @Override
        public Long getKey(I element) throws Exception {
            if (digest == null) {
                digest = new InputDigest<>(serializer);
            }
            return digest.of(element).contentLow();
        }
    }
}
