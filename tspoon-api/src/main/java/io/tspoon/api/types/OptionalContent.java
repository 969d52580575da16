/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.Optional;

/** The value of an {@code Optional}, behind a boolean that says whether it is absent. */
final class OptionalContent implements Content<Optional<Object>> {
    @Override
    public Optional<Object> copy(Optional<Object> from, TypeSerializer<Object>[] parts) {
        return parts[0].isImmutableType() ? from : from.map(parts[0]::copy);
    }

    @Override
    public void write(Optional<Object> value, TypeSerializer<Object>[] parts, DataOutputView out)
            throws IOException {
        Content.write(value.orElse(null), true, parts[0], out);
    }

    @Override
    public Optional<Object> read(TypeSerializer<Object>[] parts, DataInputView in)
            throws IOException {
        return Optional.ofNullable(Content.read(true, parts[0], in));
    }
}
