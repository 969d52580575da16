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

    private long balance;
    private CharSequence owner;
    private AvroStatus status;
    private List<Long> lines;
    private Map<CharSequence, CharSequence> tags;
    private ByteBuffer seal;

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
        return switch (field) {
            case 0 -> balance;
            case 1 -> owner;
            case 2 -> status;
            case 3 -> lines;
            case 4 -> tags;
            case 5 -> seal;
            default -> throw new IndexOutOfBoundsException(field);
        };
    }

    @Override
    @SuppressWarnings("unchecked")
    public void put(int field, Object value) {
        switch (field) {
            case 0 -> balance = (Long) value;
            case 1 -> owner = (CharSequence) value;
            case 2 -> status = (AvroStatus) value;
            case 3 -> lines = (List<Long>) value;
            case 4 -> tags = (Map<CharSequence, CharSequence>) value;
            case 5 -> seal = (ByteBuffer) value;
            default -> throw new IndexOutOfBoundsException(field);
        }
    }

    public long getBalance() {
        return balance;
    }

    public void setBalance(long balance) {
        this.balance = balance;
    }

    public CharSequence getOwner() {
        return owner;
    }

    public void setOwner(CharSequence owner) {
        this.owner = owner;
    }

    public AvroStatus getStatus() {
        return status;
    }

    public void setStatus(AvroStatus status) {
        this.status = status;
    }

    public List<Long> getLines() {
        return lines;
    }

    public void setLines(List<Long> lines) {
        this.lines = lines;
    }

    public Map<CharSequence, CharSequence> getTags() {
        return tags;
    }

    public void setTags(Map<CharSequence, CharSequence> tags) {
        this.tags = tags;
    }

    public ByteBuffer getSeal() {
        return seal;
    }

    public void setSeal(ByteBuffer seal) {
        this.seal = seal;
    }
}
