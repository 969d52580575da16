/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.avro.specific.SpecificRecordBase;

/** What Avro generates for a number and a note; how they are compared is up to the schema. */
public abstract class NotedAvro extends SpecificRecordBase {
    private static final long serialVersionUID = 1L;

    public long number;
    public long note;

    @Override
    public final Object get(int field) {
        return field == 0 ? number : note;
    }

    @Override
    public final void put(int field, Object value) {
        if (field == 0) {
            number = (Long) value;
        } else {
            note = (Long) value;
        }
    }
}
