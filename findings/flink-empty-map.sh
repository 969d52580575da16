#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The only entry of a key's MapState is removed: by its name, with an iterator, because it has expired. Or no entry was
# put in at all. Then all keys that have this state are visited.
#
# Library: Flink 2.3.0 (its map state on the heap and in RocksDB)
# Behaviour: in RocksDB a key without an entry has no state. On the heap this holds only if the last entry was removed
#   by its name. If it was removed with an iterator or has expired, even visited since, or if an empty map was put in,
#   the key remains, with an empty map.
# Matters: a function that sweeps old entries with an iterator, or lets them expire, keeps each key that it ever saw,
#   and its memory grows for good. The number of accounts that are visited depends on the backend. Call clear() when
#   isEmpty() says so.
# Output seen:
#   hashmap, keys: expired, full, iterator().remove(), keys().remove(), putAll(nothing)
#   hashmap, keys after clear() of empty maps: full
#   rocksdb, keys: full
#   rocksdb, keys after clear() of empty maps: full
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Empty.java <<'JAVA'
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import java.time.Duration;
import java.util.*;

public class Empty {
    static final MapStateDescriptor<String, Long> HOLDS = new MapStateDescriptor<>("holds", Types.STRING, Types.LONG);
    static final MapStateDescriptor<String, Long> EXPIRING = new MapStateDescriptor<>("expiring", Types.STRING, Types.LONG);
    static { EXPIRING.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofMillis(100)).build()); }

    public static void main(String[] args) throws Exception {
        for (String backend : List.of("hashmap", "rocksdb")) {
            Configuration settings = new Configuration();
            settings.setString("rest.port", "0");
            settings.setString("state.backend.type", backend);
            var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
            var keys = env.fromData("remove(name)", "clear()", "iterator().remove()", "keys().remove()", "putAll(nothing)", "expired", "full");
            var visits = env.fromSource(new DataGeneratorSource<>(n -> n, 2, RateLimiterStrategy.perSecond(0.25), Types.LONG),
                    WatermarkStrategy.noWatermarks(), "visits").broadcast(new MapStateDescriptor<>("visits", Types.LONG, Types.LONG));
            try (var visited = keys.keyBy(key -> key).connect(visits).process(new Visit()).executeAndCollect()) {
                visited.forEachRemaining(line -> System.out.println(backend + ", " + line));
            }
        }
    }

    public static class Visit extends KeyedBroadcastProcessFunction<String, String, Long, String> {
        public void processElement(String key, ReadOnlyContext context, Collector<String> out) throws Exception {
            var holds = getRuntimeContext().getMapState(HOLDS);
            if (key.equals("putAll(nothing)")) { holds.putAll(Map.of()); return; }
            if (key.equals("expired")) { getRuntimeContext().getMapState(EXPIRING).put("hold", 1L); return; }
            holds.put("hold", 1L);
            Iterator<?> entries = key.startsWith("keys") ? holds.keys().iterator() : holds.iterator();
            switch (key) {
                case "remove(name)" -> holds.remove("hold");
                case "clear()" -> holds.clear();
                case "iterator().remove()", "keys().remove()" -> { entries.next(); entries.remove(); }
                default -> { }
            }
        }

        public void processBroadcastElement(Long visit, Context context, Collector<String> out) throws Exception {
            Set<String> keys = new TreeSet<>();
            // What has expired is removed when it is visited.
            context.applyToKeyedState(EXPIRING, (key, state) -> state.entries().forEach(entry -> { }));
            if (visit == 0) return;
            context.applyToKeyedState(EXPIRING, (key, state) -> keys.add(key));
            context.applyToKeyedState(HOLDS, (key, state) -> keys.add(key));
            out.collect("keys: " + String.join(", ", keys));
            keys.clear();
            for (var map : List.of(EXPIRING, HOLDS)) {
                context.applyToKeyedState(map, (key, state) -> { if (state.isEmpty()) state.clear(); });
                context.applyToKeyedState(map, (key, state) -> keys.add(key));
            }
            out.collect("keys after clear() of empty maps: " + String.join(", ", keys));
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-connector-datagen:2.3.0 org.apache.flink:flink-statebackend-rocksdb:2.3.0
program flink Empty | as_seen
