/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.avro.Schema;

/** As Avro generates it, compared by all of its fields. */
public final class GoodAvroKey extends NotedAvro {
    private static final long serialVersionUID = 1L;
    public static final Schema SCHEMA$ =
            new Schema.Parser()
                    .parse(
                            """
                            {"namespace": "io.tspoon.api.types", "type": "record", "name": "GoodAvroKey",
                             "fields": [
                              {"name": "number", "type": "long"},
                              {"name": "note", "type": "long"}]}
                            """);

    public static Schema getClassSchema() {
        return SCHEMA$;
    }

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }
}
