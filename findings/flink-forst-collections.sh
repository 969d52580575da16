#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The amounts of an order are added to a list in a state of the newer kind (v2), with each backend: first a number, then
# an empty list, as for an order without lines, then another number. What was put into a map with putAll is read again.
#
# Library: Flink 2.3.0 (flink-statebackend-forst)
# Behaviour: in ForSt an empty list leaves a separator behind, which becomes the first byte of the next number. The same
#   happens if a list was emptied with update(). A text that was put with putAll reads as null, though the map contains
#   it, and a number ends the job; putAll is corrected in later versions (FLINK-40157).
# Matters: an amount of 200 becomes 3170534137668829184, silently, and stays so in each checkpoint. Ask isEmpty() first.
#   With the other backends all is well, so a test on the heap does not see it.
# Output seen:
#   hashmap, 100, nothing, 200: [100, 200]
#   hashmap, emptied, 200: [200]
#   hashmap, putAll a text: Ann, contained: true
#   hashmap, putAll a number: 5
#   rocksdb, 100, nothing, 200: [100, 200]
#   rocksdb, emptied, 200: [200]
#   rocksdb, putAll a text: Ann, contained: true
#   rocksdb, putAll a number: 5
#   forst, 100, nothing, 200: [100, 3170534137668829184]
#   forst, emptied, 200: [3170534137668829184]
#   forst, putAll a text: null, contained: true
#   forst, putAll a number: java.io.EOFException
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Collections.java <<'JAVA'
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.v2.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import java.util.*;

public class Collections {
    public static void main(String[] args) throws Exception {
        for (String backend : List.of("hashmap", "rocksdb", "forst"))
            for (String what : List.of("100, nothing, 200", "emptied, 200", "putAll a text", "putAll a number"))
                System.out.println(backend + ", " + what + ": " + read(backend, what));
    }

    static String read(String backend, String what) {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        settings.setString("state.backend.type", backend);
        settings.setString("restart-strategy.type", "disable");
        settings.setString("state.backend.forst.primary-dir", "local-dir");
        var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        try (var lines = env.fromData("first", "second", "third", "read").keyBy(step -> "account").enableAsyncState()
                .process(new Amounts(what)).executeAndCollect()) {
            return lines.next();
        } catch (Exception e) {
            Throwable root = e;
            while (root.getCause() != null) root = root.getCause();
            return root.getClass().getName();
        }
    }

    public static class Amounts extends KeyedProcessFunction<String, String, String> {
        final String what;
        transient ListState<Long> amounts;
        transient MapState<String, String> texts;
        transient MapState<String, Long> numbers;

        Amounts(String what) { this.what = what; }

        public void open(OpenContext context) {
            amounts = getRuntimeContext().getListState(new ListStateDescriptor<>("amounts", Types.LONG));
            texts = getRuntimeContext().getMapState(new MapStateDescriptor<>("texts", Types.STRING, Types.STRING));
            numbers = getRuntimeContext().getMapState(new MapStateDescriptor<>("numbers", Types.STRING, Types.LONG));
        }

        public void processElement(String step, Context context, Collector<String> out) throws Exception {
            boolean list = what.endsWith("200");
            switch (step) {
                case "first" -> { if (what.startsWith("100")) amounts.asyncAdd(100L); }
                case "second" -> {
                    if (what.startsWith("100")) amounts.asyncAddAll(List.of());
                    else if (list) amounts.asyncUpdate(List.of());
                    else { texts.asyncPutAll(Map.of("a", "Ann")); numbers.asyncPutAll(Map.of("a", 5L)); }
                }
                case "third" -> { if (list) amounts.asyncAdd(200L); }
                default -> {
                    if (list) amounts.asyncGet().thenCompose(found -> {
                        List<Long> all = new ArrayList<>();
                        return found.onNext(amount -> { all.add(amount); }).thenAccept(end -> out.collect(all.toString()));
                    });
                    else if (what.endsWith("number")) numbers.asyncGet("a").thenAccept(found -> out.collect("" + found));
                    else texts.asyncGet("a").thenCompose(found -> texts.asyncContains("a")
                            .thenAccept(contained -> out.collect(found + ", contained: " + contained)));
                }
            }
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-statebackend-rocksdb:2.3.0 org.apache.flink:flink-statebackend-forst:2.3.0
program flink Collections | as_seen
