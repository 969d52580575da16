/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/**
 * How the elements are written that results give back: as they come to the open operator.
 *
 * @param serializer of the elements there; all of them are {@link Entered} if entrances have names
 * @param entrances names of the entrances, by number; empty if there is one without a name
 */
@Internal
public record InputColumn(TypeSerializer<Object> serializer, List<String> entrances)
        implements Serializable {
    public InputColumn {
        entrances = List.copyOf(entrances);
    }

    /** The element that a program knows, of one that has come to the open operator. */
    public static Object element(Object entered) {
        return entered instanceof Entered<?> named ? named.element() : entered;
    }

    /**
     * Writes an element.
     *
     * @param entrance name of the entrance that it has come by
     */
    public void write(String entrance, Object element, DataOutputView out) throws IOException {
        serializer.serialize(entered(entrance, element), out);
    }

    /** Reads an element. */
    public Object read(DataInputView in) throws IOException {
        return element(serializer.deserialize(in));
    }

    /** A copy of an element that has come by an entrance. */
    public Object copy(String entrance, Object element) {
        return element(serializer.copy(entered(entrance, element)));
    }

    public InputColumn duplicate() {
        return new InputColumn(serializer.duplicate(), entrances);
    }

    private Object entered(String entrance, Object element) {
        return entrances.isEmpty() ? element : new Entered<>(entrances.indexOf(entrance), element);
    }
}
