/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.avro.Schema;

/** As Avro generates it, with a field that equals and hashCode ignore. */
public final class AvroKey extends NotedAvro {
    private static final long serialVersionUID = 1L;
    public static final Schema SCHEMA$ =
            new Schema.Parser()
                    .parse(
                            """
                            {"namespace": "io.tspoon.api.types", "type": "record", "name": "AvroKey",
                             "fields": [
                              {"name": "number", "type": "long"},
                              {"name": "note", "type": "long", "order": "ignore"}]}
                            """);

    public static Schema getClassSchema() {
        return SCHEMA$;
    }

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }
}
