/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.PojoField;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/**
 * Type of a record with one type variable: has the parts that Flink would derive, as readers
 * expect, and leaves the serializer to its subclass.
 *
 * @param <T> the record
 */
@Internal
public abstract class RecordType<T> extends PojoTypeInfo<T> {
    private static final long serialVersionUID = 1L;

    /**
     * @param variable name of the component whose type is the type variable
     * @param part what that stands for
     */
    protected RecordType(Class<T> type, String variable, TypeInformation<?> part) {
        super(type, fields(type, variable, part));
    }

    private static List<PojoField> fields(Class<?> type, String variable, TypeInformation<?> part) {
        List<PojoField> fields = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = component.getName();
            TypeInformation<?> is =
                    name.equals(variable) ? part : TypeInformation.of(component.getType());
            try {
                fields.add(new PojoField(type.getDeclaredField(name), is));
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException(e); // a record has a field for each component
            }
        }
        return fields;
    }
}
