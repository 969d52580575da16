#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A state of Avro records is restored by a program whose schema gives amounts two decimal places instead of four, and
# times microseconds instead of milliseconds.
#
# Library: avro 1.12.1 and flink-avro 2.3.0
# Behaviour: Avro's specification wants equal scales of decimals. Avro's library and Flink's serializer do not look at
#   logical types when they compare schemas: both call the change compatible. The digits are kept, so that 12.3456
#   becomes 1234.56, and a time in 2026 becomes one in January 1970.
# Matters: every balance of a t-graph with Avro values is wrong after the upgrade, and nothing says so.
#   Do not change the scale or unit of a field. Add a field under another name, and convert.
# Output seen:
#   Avro: COMPATIBLE
#   Flink: compatible after migration
#   before: 12.3456 at 2026-01-02T03:04:05.678Z
#   restored from hashmap: 1234.56 at 1970-01-21T10:55:23.045678Z
#   restored from rocksdb: 1234.56 at 1970-01-21T10:55:23.045678Z
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Scale.java <<'JAVA'
import org.apache.avro.*;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.*;
import org.apache.flink.api.common.*;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.formats.avro.typeutils.*;
import org.apache.flink.state.api.*;
import org.apache.flink.state.api.functions.KeyedStateBootstrapFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;

public class Scale {
    static final Schema BEFORE = account(LogicalTypes.decimal(10, 4), LogicalTypes.timestampMillis());
    static final Schema AFTER = account(LogicalTypes.decimal(10, 2), LogicalTypes.timestampMicros());
    static final Conversions.DecimalConversion DECIMAL = new Conversions.DecimalConversion();

    static Schema account(LogicalType amount, LogicalType time) {
        return SchemaBuilder.record("Account").fields()
                .name("amount").type(amount.addToSchema(Schema.create(Schema.Type.BYTES))).noDefault()
                .name("at").type(time.addToSchema(Schema.create(Schema.Type.LONG))).noDefault()
                .endRecord();
    }

    public static void main(String[] args) throws Exception {
        System.out.println("Avro: " + SchemaCompatibility.checkReaderWriterCompatibility(AFTER, BEFORE).getType());
        var old = new AvroSerializer<>(GenericRecord.class, BEFORE).snapshotConfiguration();
        var now = new AvroSerializer<>(GenericRecord.class, AFTER).snapshotConfiguration();
        System.out.println("Flink: " + (now.resolveSchemaCompatibility(old).isCompatibleAfterMigration() ? "compatible after migration" : "something else"));
        GenericRecord account = new GenericData.Record(BEFORE);
        Schema amount = BEFORE.getField("amount").schema();
        account.put("amount", DECIMAL.toBytes(new BigDecimal("12.3456"), amount, amount.getLogicalType()));
        account.put("at", Instant.parse("2026-01-02T03:04:05.678Z").toEpochMilli());
        System.out.println("before: " + text(account, BEFORE));
        for (String backend : new String[] {"hashmap", "rocksdb"}) {
            write(account, backend);
            System.out.println("restored from " + backend + ": " + read(backend));
        }
    }

    /** What a program makes of a record that has this schema. */
    static String text(GenericRecord account, Schema schema) {
        Schema amount = schema.getField("amount").schema();
        Schema at = schema.getField("at").schema();
        Instant time = at.getLogicalType() instanceof LogicalTypes.TimestampMillis
                ? new TimeConversions.TimestampMillisConversion().fromLong((Long) account.get("at"), at, at.getLogicalType())
                : new TimeConversions.TimestampMicrosConversion().fromLong((Long) account.get("at"), at, at.getLogicalType());
        return DECIMAL.fromBytes((ByteBuffer) account.get("amount"), amount, amount.getLogicalType()) + " at " + time;
    }

    static StreamExecutionEnvironment environment(String backend) {
        Configuration settings = new Configuration();
        settings.setString("state.backend.type", backend);
        settings.setString("rest.port", "0");
        return StreamExecutionEnvironment.createLocalEnvironment(1, settings);
    }

    static String path(String backend) {
        return "file:" + System.getProperty("java.io.tmpdir") + "/" + backend;
    }

    static void write(GenericRecord account, String backend) throws Exception {
        StreamExecutionEnvironment env = environment(backend);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        var accounts = OperatorTransformation.bootstrapWith(env.fromData(new GenericRecordAvroTypeInfo(BEFORE), account))
                .keyBy(record -> 1L, Types.LONG).transform(new Fill());
        SavepointWriter.newSavepoint(env, 128).withOperator(OperatorIdentifier.forUid("accounts"), accounts).write(path(backend));
        env.execute();
    }

    static String read(String backend) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("execution.state-recovery.path", path(backend));
        StreamExecutionEnvironment env = environment(backend);
        env.configure(settings);
        env.setMaxParallelism(128);
        try (var values = env.fromData(1L).keyBy(key -> key).process(new Read()).uid("accounts").executeAndCollect()) {
            return values.next();
        }
    }

    static ValueStateDescriptor<GenericRecord> account(Schema schema) {
        return new ValueStateDescriptor<>("account", new GenericRecordAvroTypeInfo(schema));
    }

    public static class Fill extends KeyedStateBootstrapFunction<Long, GenericRecord> {
        public void processElement(GenericRecord record, Context context) throws Exception {
            getRuntimeContext().getState(account(BEFORE)).update(record);
        }
    }

    public static class Read extends KeyedProcessFunction<Long, Long, String> {
        public void processElement(Long key, Context context, Collector<String> out) throws Exception {
            out.collect(text(getRuntimeContext().getState(account(AFTER)).value(), AFTER));
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-avro:2.3.0 org.apache.avro:avro:1.12.1 \
    org.apache.flink:flink-statebackend-rocksdb:2.3.0 org.apache.flink:flink-state-processor-api:2.3.0
program flink Scale | as_seen
