#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A savepoint is read with the State Processor API, by a reader that misspells the name of the state.
#
# Library: Flink 2.3.0 (flink-state-processor-api)
# Behaviour: an operator that the savepoint does not have is refused by its name. A state that the operator does not
#   have counts as one without keys: the job ends well, with no key, on the heap and in RocksDB.
# Matters: an audit of the books that asks for "balances" instead of "balance" finds 0 accounts and a sum of 0, which
#   balances. Compare the number of keys with one that is known otherwise, and let an audit of no key fail.
# Output seen:
#   HashMapStateBackend accounts balance: 100 keys, sum 10000
#   HashMapStateBackend accounts balances: 0 keys, sum 0
#   HashMapStateBackend account balance: refused, Savepoint does not contain state with operator uid account
#   EmbeddedRocksDBStateBackend accounts balance: 100 keys, sum 10000
#   EmbeddedRocksDBStateBackend accounts balances: 0 keys, sum 0
#   EmbeddedRocksDBStateBackend account balance: refused, Savepoint does not contain state with operator uid account
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Names.java <<'JAVA'
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.api.*;
import org.apache.flink.state.api.functions.*;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import java.util.*;

public class Names {
    static final String SAVEPOINT = "file:" + System.getProperty("java.io.tmpdir") + "/savepoint";

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = environment();
        var balances = OperatorTransformation.bootstrapWith(env.fromSequence(1, 100)).keyBy(key -> key).transform(new Fill());
        SavepointWriter.newSavepoint(env, 128).withOperator(OperatorIdentifier.forUid("accounts"), balances).write(SAVEPOINT);
        env.execute();
        for (StateBackend backend : List.of(new HashMapStateBackend(), new EmbeddedRocksDBStateBackend())) {
            read(backend, "accounts", "balance");
            read(backend, "accounts", "balances");
            read(backend, "account", "balance");
        }
    }

    static StreamExecutionEnvironment environment() {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        var env = StreamExecutionEnvironment.createLocalEnvironment(2, settings);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        return env;
    }

    static void read(StateBackend backend, String uid, String state) {
        System.out.print(backend.getClass().getSimpleName() + " " + uid + " " + state + ": ");
        try {
            StreamExecutionEnvironment env = environment();
            var read = SavepointReader.read(env, SAVEPOINT, backend).readKeyedState(OperatorIdentifier.forUid(uid), new Reader(state));
            int keys = 0;
            long sum = 0;
            try (var all = read.executeAndCollect()) {
                while (all.hasNext()) { keys++; sum += all.next(); }
            }
            System.out.println(keys + " keys, sum " + sum);
        } catch (Exception e) {
            Throwable root = e;
            while (root.getCause() != null) root = root.getCause();
            System.out.println("refused, " + root.getMessage());
        }
    }

    public static class Fill extends KeyedStateBootstrapFunction<Long, Long> {
        public void processElement(Long key, Context context) throws Exception {
            getRuntimeContext().getState(new ValueStateDescriptor<>("balance", Types.LONG)).update(100L);
        }
    }

    public static class Reader extends KeyedStateReaderFunction<Long, Long> {
        final String name;
        transient ValueState<Long> balance;
        Reader(String name) { this.name = name; }
        public void open(OpenContext context) { balance = getRuntimeContext().getState(new ValueStateDescriptor<>(name, Types.LONG)); }
        public void readKey(Long key, Context context, Collector<Long> out) throws Exception {
            out.collect(balance.value());
        }
    }
}
JAVA
packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-statebackend-rocksdb:2.3.0 org.apache.flink:flink-state-processor-api:2.3.0
program flink Names | as_seen
