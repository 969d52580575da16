/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.MapTypeInfo;
import org.apache.flink.api.java.typeutils.ObjectArrayTypeInfo;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;

import java.util.List;
import java.util.Map;

/** Translates Flink's descriptions of types into Jackson's. */
final class FlinkJavaTypes {
    private FlinkJavaTypes() {}

    static JavaType of(TypeFactory types, TypeInformation<?> type) {
        if (type instanceof TupleTypeInfo<?> tuple && tuple.getArity() > 0) {
            JavaType[] fields = new JavaType[tuple.getArity()];
            for (int i = 0; i < fields.length; i++) {
                fields[i] = of(types, tuple.getTypeAt(i));
            }
            return types.constructParametricType(tuple.getTypeClass(), fields);
        }
        if (type instanceof ListTypeInfo<?> list) {
            return types.constructCollectionType(List.class, of(types, list.getElementTypeInfo()));
        }
        if (type instanceof MapTypeInfo<?, ?> map) {
            return types.constructMapType(
                    Map.class, of(types, map.getKeyTypeInfo()), of(types, map.getValueTypeInfo()));
        }
        if (type instanceof ObjectArrayTypeInfo<?, ?> array) {
            return types.constructArrayType(of(types, array.getComponentInfo()));
        }
        return types.constructType(type.getTypeClass());
    }
}
