#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Holds of an account have a time to live of a millisecond, in states of the newer kind (v2) that jobs with asynchronous
# state access use. They are read five milliseconds later, with each backend. Then a map whose entries live for a day is
# asked whether it is empty, before and after an entry is put in.
#
# Library: Flink 2.3.0 (flink-runtime, flink-statebackend-rocksdb, flink-statebackend-forst)
# Behaviour: on the heap and in RocksDB, which serve these states as well, the time to live is ignored: nothing expires.
#   Only ForSt keeps it. But there isEmpty() of a map with a time to live says the contrary of what is true.
# Matters: a hold that is to end never ends, and the state grows for good; a warning says only that access is synchronous.
#   A job that is tested on the heap and runs with ForSt, or the other way round, changes what it does. Keep the time in
#   the value, and clear it with a timer.
# Output seen:
#   hashmap, value expired: 5
#   hashmap, list expired: [5]
#   hashmap, map expired: [a=5]
#   hashmap, sum expired: 5
#   hashmap, map of no entry empty: true, of one: false
#   rocksdb, value expired: 5
#   rocksdb, list expired: [5]
#   rocksdb, map expired: [a=5]
#   rocksdb, sum expired: 5
#   rocksdb, map of no entry empty: true, of one: false
#   forst, value expired: null
#   forst, list expired: []
#   forst, map expired: []
#   forst, sum expired: null
#   forst, map of no entry empty: false, of one: true
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Expiry.java <<'JAVA'
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.v2.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import java.time.Duration;
import java.util.*;

public class Expiry {
    public static void main(String[] args) throws Exception {
        for (String backend : List.of("hashmap", "rocksdb", "forst")) {
            Configuration settings = new Configuration();
            settings.setString("rest.port", "0");
            settings.setString("state.backend.type", backend);
            settings.setString("state.backend.forst.primary-dir", "local-dir");
            var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
            try (var lines = env.fromData("put", "get").keyBy(step -> "account").enableAsyncState().process(new Holds()).executeAndCollect()) {
                lines.forEachRemaining(line -> System.out.println(backend + ", " + line));
            }
        }
    }

    public static class Holds extends KeyedProcessFunction<String, String, String> {
        transient ValueState<Long> value;
        transient ListState<Long> list;
        transient MapState<String, Long> map;
        transient ReducingState<Long> sum;
        transient MapState<String, Long> day;

        public void open(OpenContext context) {
            var own = getRuntimeContext();
            value = own.getState(expiring(new ValueStateDescriptor<>("value", Types.LONG), Duration.ofMillis(1)));
            list = own.getListState(expiring(new ListStateDescriptor<>("list", Types.LONG), Duration.ofMillis(1)));
            map = own.getMapState(expiring(new MapStateDescriptor<>("map", Types.STRING, Types.LONG), Duration.ofMillis(1)));
            sum = own.getReducingState(expiring(new ReducingStateDescriptor<>("sum", Long::sum, Types.LONG), Duration.ofMillis(1)));
            day = own.getMapState(expiring(new MapStateDescriptor<>("day", Types.STRING, Types.LONG), Duration.ofDays(1)));
        }

        static <D extends StateDescriptor<?>> D expiring(D descriptor, Duration after) {
            descriptor.enableTimeToLive(StateTtlConfig.newBuilder(after).build());
            return descriptor;
        }

        public void processElement(String step, Context context, Collector<String> out) throws Exception {
            if (step.equals("put")) {
                value.update(5L);
                list.add(5L);
                map.put("a", 5L);
                sum.add(5L);
                return;
            }
            for (long began = System.currentTimeMillis(); System.currentTimeMillis() < began + 5;) Thread.onSpinWait();
            out.collect("value expired: " + value.value());
            out.collect("list expired: " + all(list.get()));
            out.collect("map expired: " + all(map.entries()));
            out.collect("sum expired: " + sum.get());
            boolean before = day.isEmpty();
            day.put("a", 5L);
            out.collect("map of no entry empty: " + before + ", of one: " + day.isEmpty());
        }

        static List<String> all(Iterable<?> elements) {
            List<String> all = new ArrayList<>();
            for (Object each : elements) all.add(each instanceof Map.Entry<?, ?> entry ? entry.getKey() + "=" + entry.getValue() : each.toString());
            return all;
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-statebackend-rocksdb:2.3.0 org.apache.flink:flink-statebackend-forst:2.3.0
program flink Expiry | as_seen
