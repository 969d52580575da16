/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.operator.RecordType;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * Type of what is stored of a window besides its elements. Has the parts of a record, as readers
 * expect, and a serializer of its own, which needs no reflection and copies no more than it must.
 *
 * @param <T> the record
 * @param <P> what its type variable stands for
 */
abstract class WindowRecordType<T, P> extends RecordType<T> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<P> part;

    /**
     * @param variable name of the component whose type is the type variable
     */
    private WindowRecordType(Class<T> type, String variable, TypeInformation<P> part) {
        super(type, variable, part);
        this.part = part;
    }

    @Override
    public final TypeSerializer<T> createSerializer(SerializerConfig config) {
        return serializer(part.createSerializer(config));
    }

    abstract TypeSerializer<T> serializer(TypeSerializer<P> ofPart);

    /** Type of {@link WindowContent}. */
    static final class OfContent<A> extends WindowRecordType<WindowContent<A>, A> {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings({"unchecked", "rawtypes"})
        OfContent(TypeInformation<A> aggregateType) {
            super((Class) WindowContent.class, "aggregate", aggregateType);
        }

        @Override
        TypeSerializer<WindowContent<A>> serializer(TypeSerializer<A> ofPart) {
            return new WindowContentSerializer<>(ofPart);
        }
    }

    /** Type of {@link WindowSlot}. */
    static final class OfSlot<K> extends WindowRecordType<WindowSlot<K>, K> {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings({"unchecked", "rawtypes"})
        OfSlot(TypeInformation<K> keyType) {
            super((Class) WindowSlot.class, "key", keyType);
        }

        @Override
        TypeSerializer<WindowSlot<K>> serializer(TypeSerializer<K> ofPart) {
            return new WindowSlotSerializer<>(ofPart);
        }
    }
}
