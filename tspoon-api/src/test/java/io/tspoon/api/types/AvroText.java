/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.avro.util.Utf8;

/** A text as Avro 1.12.1 generates it: hashed as what it is, and compared by what it says. */
public final class AvroText extends SpecificRecordBase {
    private static final long serialVersionUID = 1L;
    public static final Schema SCHEMA$ =
            new Schema.Parser()
                    .parse(
                            """
                            {"namespace": "io.tspoon.api.types", "type": "record", "name": "AvroText",
                             "fields": [{"name": "text", "type": "string"}]}
                            """);

    public CharSequence text = "";

    public AvroText() {}

    AvroText(CharSequence text) {
        this.text = text;
    }

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }

    @Override
    public Object get(int field) {
        return text;
    }

    @Override
    public void put(int field, Object value) {
        text = (CharSequence) value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AvroText that && Utf8.compareSequences(text, that.text) == 0;
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
