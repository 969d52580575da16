#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Eight keys set a timer each, for the same time, in the order of their names.
#
# Library: Flink 2.3.0
# Behaviour: they fire neither in the order in which they were set nor in that of the keys. On the heap the last one set
#   comes second, in RocksDB the order is a third one. It changes with the order of setting, and with the backend.
# Matters: reservations that are due at one minute and compete for what is left get it in an order that nobody chose. A
#   job that is moved to the other backend, or started again from a savepoint, decides otherwise. Let the function of the
#   timer compare, or make the times different.
# Output seen:
#   hashmap, set abcdefgh: fired ahgfedcb
#   hashmap, set hgfedcba: fired habcdefg
#   rocksdb, set abcdefgh: fired abdechfg
#   rocksdb, set hgfedcba: fired hedbagfc
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Order.java <<'JAVA'
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import java.util.*;

public class Order {
    public static void main(String[] args) throws Exception {
        for (String backend : List.of("hashmap", "rocksdb")) {
            for (List<String> input : List.of(List.of("a","b","c","d","e","f","g","h"), List.of("h","g","f","e","d","c","b","a"))) {
                Configuration settings = new Configuration();
                settings.setString("rest.port", "0");
                settings.setString("state.backend.type", backend);
                var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
                var out = env.fromData(input).keyBy(key -> key, Types.STRING).process(new Later()).executeAndCollect(100);
                System.out.println(backend + ", set " + String.join("", input) + ": fired " + String.join("", out));
            }
        }
    }

    public static class Later extends KeyedProcessFunction<String, String, String> {
        public void processElement(String key, Context context, Collector<String> out) {
            context.timerService().registerEventTimeTimer(1_000);
        }
        public void onTimer(long time, OnTimerContext context, Collector<String> out) {
            out.collect(context.getCurrentKey());
        }
    }
}
JAVA
packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-statebackend-rocksdb:2.3.0
program flink Order | as_seen
