#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records with a Set, and Avro records with a field that their order ignores, are keys on the heap and in RocksDB.
#
# Library: Flink 2.3.0 (its built-in serializer of sets) and flink-avro with avro 1.12.1
# Behaviour: equal keys are one key on the heap and several in RocksDB, which compares bytes. A set is written in the
#   order in which its elements happen to lie in the hash table: "EUR" and "PLN" share a place there, so the one added
#   first is written first. A field with "order": "ignore" takes no part in equals and hashCode, but is written.
# Matters: one account becomes two, each with a part of the balance, as soon as the job moves from the heap to RocksDB.
#   Keys are best made of plain fields; of a set, make a sorted text first.
# Output seen:
#   records with a set: equal true
#     hashmap: visits 1 2 3
#     rocksdb: visits 1 1 2
#   Avro records with an ignored field: equal true
#     hashmap: visits 1 2 3
#     rocksdb: visits 1 1 1
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Equal.java <<'JAVA'
import org.apache.avro.*;
import org.apache.avro.generic.*;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import java.util.*;

public class Equal {
    static final Schema SCHEMA = new Schema.Parser().parse("""
            {"type": "record", "name": "AccountKey", "fields": [{"name": "number", "type": "long"},
             {"name": "enteredBy", "type": "string", "order": "ignore"}]}""");

    public record Wallet(String owner, Set<String> currencies) {}

    static Wallet wallet(String... currencies) {
        return new Wallet("alice", new LinkedHashSet<>(List.of(currencies)));
    }

    static GenericRecord key(String enteredBy) {
        return new GenericRecordBuilder(SCHEMA).set("number", 1L).set("enteredBy", enteredBy).build();
    }

    public static void main(String[] args) throws Exception {
        run("records with a set", TypeInformation.of(Wallet.class), wallet("EUR", "PLN"), wallet("PLN", "EUR"), wallet("PLN", "EUR"));
        run("Avro records with an ignored field", new GenericRecordAvroTypeInfo(SCHEMA), key("bob"), key("carol"), key("dave"));
    }

    @SafeVarargs
    static <T> void run(String what, TypeInformation<T> type, T... keys) throws Exception {
        System.out.println(what + ": equal " + (keys[0].equals(keys[1]) && keys[1].equals(keys[2])));
        for (String backend : List.of("hashmap", "rocksdb")) {
            Configuration settings = new Configuration();
            settings.setString("state.backend.type", backend);
            settings.setString("rest.port", "0");
            var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
            StringBuilder visits = new StringBuilder();
            try (var counted = env.fromData(List.of(keys), type).keyBy(key -> key, type).process(new Count<T>()).returns(Types.LONG).executeAndCollect()) {
                counted.forEachRemaining(count -> visits.append(' ').append(count));
            }
            System.out.println("  " + backend + ": visits" + visits);
        }
    }

    public static class Count<T> extends KeyedProcessFunction<T, T, Long> {
        public void processElement(T key, Context context, Collector<Long> out) throws Exception {
            ValueState<Long> count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
            count.update(count.value() == null ? 1 : count.value() + 1);
            out.collect(count.value());
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-avro:2.3.0 org.apache.avro:avro:1.12.1 org.apache.flink:flink-statebackend-rocksdb:2.3.0
program flink Equal | as_seen
