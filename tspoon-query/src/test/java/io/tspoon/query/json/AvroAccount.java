/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Has what the compiler of Avro makes of a schema: getters, setters, access by position. */
public class AvroAccount extends SpecificRecordBase {
    private static final long serialVersionUID = 1L;

    /** Found by Avro under this name. */
    public static final Schema SCHEMA$ =
            new Schema.Parser()
                    .parse(
                            """
                            {"namespace":"io.tspoon.query.json","type":"record",
                             "name":"AvroAccount","fields":[
                             {"name":"balance","type":"long"},
                             {"name":"owner","type":["null","string"]},
                             {"name":"status","type":{"type":"enum",
                               "name":"AvroStatus","symbols":["OPEN","CLOSED"]}},
                             {"name":"lines","type":{"type":"array","items":"long"}},
                             {"name":"tags","type":{"type":"map","values":"string"}},
                             {"name":"seal","type":"bytes"}]}
                            """);

    private final Object[] fields = new Object[6];

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }

    @Override
    public SpecificData getSpecificData() {
        return SpecificData.get();
    }

    @Override
    public Object get(int field) {
        return fields[field];
    }

    @Override
    public void put(int field, Object value) {
        fields[field] = value;
    }

    public long getBalance() {
        return (Long) fields[0];
    }

    public void setBalance(long balance) {
        fields[0] = balance;
    }

    public CharSequence getOwner() {
        return (CharSequence) fields[1];
    }

    public void setOwner(CharSequence owner) {
        fields[1] = owner;
    }

    public AvroStatus getStatus() {
        return (AvroStatus) fields[2];
    }

    public void setStatus(AvroStatus status) {
        fields[2] = status;
    }

    @SuppressWarnings("unchecked")
    public List<Long> getLines() {
        return (List<Long>) fields[3];
    }

    public void setLines(List<Long> lines) {
        fields[3] = lines;
    }

    @SuppressWarnings("unchecked")
    public Map<CharSequence, CharSequence> getTags() {
        return (Map<CharSequence, CharSequence>) fields[4];
    }

    public void setTags(Map<CharSequence, CharSequence> tags) {
        fields[4] = tags;
    }

    public ByteBuffer getSeal() {
        return (ByteBuffer) fields[5];
    }

    public void setSeal(ByteBuffer seal) {
        fields[5] = seal;
    }
}
