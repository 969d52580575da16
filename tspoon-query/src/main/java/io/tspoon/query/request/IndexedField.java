/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexOrder;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

/** The part of entries that an index is about, as requests name it. */
@Internal
public final class IndexedField {
    private final IndexDefinition definition;
    private final Path path;
    private final JsonNode schema;
    private final boolean fits;

    /**
     * @param types of the entries
     */
    public IndexedField(IndexDefinition definition, EntryTypes types) {
        this.definition = definition;
        path = Path.of(definition.pointer());
        schema = types.of(path);
        fits = IndexTerms.fits(definition.kind(), schema);
    }

    public String index() {
        return definition.name();
    }

    /** Pointer to the part. */
    public String pointer() {
        return path.pointer();
    }

    /** Whether the part has the type, and so the order, of what the index is about. */
    public boolean fits() {
        return fits;
    }

    /** What queries see as the part, for messages. */
    public JsonNode schema() {
        return schema;
    }

    /** Whether an index that is about one thing of an entry tells what its JSON tells. */
    public boolean isSame(Object key, Object value, JsonNode keyJson, JsonNode valueJson) {
        Object term = IndexTerms.of(path.in(keyJson, valueJson), schema);
        return term != null && IndexOrder.compare(term, definition.of(key, value)) == 0;
    }
}
