/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.ListSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.MapSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.SetSerializerSnapshot;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which containers Flink's own serializers have written. */
@Internal
public final class ContainerSnapshots {
    private ContainerSnapshots() {}

    /** List, set or map; null if the snapshot is of no such serializer. */
    public static @Nullable Class<?> containerOf(TypeSerializerSnapshot<?> snapshot) {
        if (snapshot instanceof ListSerializerSnapshot<?>) {
            return List.class;
        }
        if (snapshot instanceof SetSerializerSnapshot<?>) {
            return Set.class;
        }
        return snapshot instanceof MapSerializerSnapshot<?, ?> ? Map.class : null;
    }
}
