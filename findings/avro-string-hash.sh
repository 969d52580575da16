#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A savepoint of keyed state whose keys are Avro records, taken with Avro 1.12.0 and restored with Avro 1.12.1.
#
# Library: avro 1.12.0 and 1.12.1, with Flink 2.3.0 (flink-avro, which itself asks for 1.11.4: same hashes as 1.12.0)
# Behaviour: 1.12.1 hashes a string of a record differently, and with it the record. Flink finds a key's state by that
#   hash. The restore succeeds, without a warning, and every key has lost its state, on the heap and in RocksDB.
# Matters: the accounts of a t-graph are keyed. After an upgrade of a patch version each has its initial balance.
#   Key by a field of the record (as String), or by a record or POJO, whose hash does not depend on a library.
# Output seen:
#   hash 96627
#   hashmap: hash 96627 found 100 lost 0
#   rocksdb: hash 96627 found 100 lost 0
#   hashmap: hash 126418 found 0 lost 100
#   rocksdb: hash 126418 found 0 lost 100
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Keys.java <<'JAVA'
import org.apache.avro.*;
import org.apache.avro.generic.*;
import org.apache.flink.api.common.*;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.state.api.*;
import org.apache.flink.state.api.functions.KeyedStateBootstrapFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import java.util.*;

public class Keys {
    static final Schema SCHEMA = SchemaBuilder.record("AccountKey").fields().requiredString("bank").requiredLong("number").endRecord();
    static final TypeInformation<GenericRecord> TYPE = new GenericRecordAvroTypeInfo(SCHEMA);
    static final ValueStateDescriptor<Long> BALANCE = new ValueStateDescriptor<>("balance", Types.LONG);

    public static void main(String[] args) throws Exception {
        List<GenericRecord> keys = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            keys.add(new GenericRecordBuilder(SCHEMA).set("bank", "b" + i % 3).set("number", (long) i).build());
        }
        if (args[0].equals("write")) {
            System.out.println("hash " + keys.get(0).hashCode());
            for (String backend : List.of("hashmap", "rocksdb")) write(keys, backend);
        } else {
            for (String backend : List.of("hashmap", "rocksdb")) read(keys, backend);
        }
    }

    static StreamExecutionEnvironment environment(String backend, String path) {
        Configuration settings = new Configuration();
        settings.setString("state.backend.type", backend);
        settings.setString("rest.port", "0");
        if (path != null) settings.setString("execution.state-recovery.path", path);
        return StreamExecutionEnvironment.createLocalEnvironment(2, settings);
    }

    static void write(List<GenericRecord> keys, String backend) throws Exception {
        StreamExecutionEnvironment env = environment(backend, null);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        var balances = OperatorTransformation.bootstrapWith(env.fromData(keys, TYPE)).keyBy(key -> key, TYPE).transform(new Fill());
        SavepointWriter.newSavepoint(env, 128)
                .withOperator(OperatorIdentifier.forUid("accounts"), balances)
                .write("file:" + System.getProperty("java.io.tmpdir") + "/" + backend);
        env.execute();
    }

    static void read(List<GenericRecord> keys, String backend) throws Exception {
        StreamExecutionEnvironment env = environment(backend, "file:" + System.getProperty("java.io.tmpdir") + "/" + backend);
        env.setMaxParallelism(128);
        int found = 0;
        try (var present = env.fromData(keys, TYPE).keyBy(key -> key, TYPE).process(new Find()).uid("accounts").executeAndCollect()) {
            while (present.hasNext()) if (present.next()) found++;
        }
        System.out.println(backend + ": hash " + keys.get(0).hashCode() + " found " + found + " lost " + (100 - found));
    }

    public static class Fill extends KeyedStateBootstrapFunction<GenericRecord, GenericRecord> {
        public void processElement(GenericRecord key, Context context) throws Exception {
            getRuntimeContext().getState(BALANCE).update(1L);
        }
    }

    public static class Find extends KeyedProcessFunction<GenericRecord, GenericRecord, Boolean> {
        public void processElement(GenericRecord key, Context context, Collector<Boolean> out) throws Exception {
            out.collect(getRuntimeContext().getState(BALANCE).value() != null);
        }
    }
}
JAVA

flink=(
    org.apache.flink:flink-streaming-java:2.3.0
    org.apache.flink:flink-clients:2.3.0
    org.apache.flink:flink-avro:2.3.0
    org.apache.flink:flink-statebackend-rocksdb:2.3.0
    org.apache.flink:flink-state-processor-api:2.3.0
)
packages old "${flink[@]}" org.apache.avro:avro:1.12.0
packages new "${flink[@]}" org.apache.avro:avro:1.12.1
{
    program old Keys write
    program old Keys read
    program new Keys read
} | as_seen
