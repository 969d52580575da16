#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An order of a thousand customers each has four amounts: 1, 2, 4 and 8. They are added to a sum in a state of the newer
# kind (v2), one call after another, as in a loop. The sums are read when the next order of the customer comes.
#
# Library: Flink 2.3.0 (flink-runtime, flink-statebackend-forst)
# Behaviour: in ForSt adding to a sum or an aggregate reads it, and writes it in a second step. Several calls for one
#   element all read what was there before, so that one of them wins: nearly each sum is one of the amounts. The order of
#   calls that are not chained is not promised, but a sum does not depend on it. On the heap all count, and in ForSt too
#   if each call waits for the one before, or if the amounts are added to a list.
# Matters: a balance lacks most of an order, silently, and a test on the heap does not see it. Chain the calls with
#   thenCompose, or add up first and call once.
# Output seen:
#   hashmap, sum: all 1000 are 15
#   hashmap, aggregate: all 1000 are 15
#   hashmap, chained sum: all 1000 are 15
#   hashmap, list: all 1000 are 15
#   forst, sum: most are less than 15
#   forst, aggregate: most are less than 15
#   forst, chained sum: all 1000 are 15
#   forst, list: all 1000 are 15
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Adds.java <<'JAVA'
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.state.v2.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

public class Adds {
    static final long CUSTOMERS = 1_000;

    public static void main(String[] args) throws Exception {
        for (String backend : List.of("hashmap", "forst"))
            for (String into : List.of("sum", "aggregate", "chained sum", "list")) {
                Configuration settings = new Configuration();
                settings.setString("rest.port", "0");
                settings.setString("state.backend.type", backend);
                settings.setString("state.backend.forst.primary-dir", "local-dir");
                var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
                long sums = 0, right = 0;
                try (var all = env.fromSequence(0, 2 * CUSTOMERS - 1).keyBy(order -> order % CUSTOMERS).enableAsyncState()
                        .process(new Sums(into)).executeAndCollect()) {
                    for (; all.hasNext(); sums++) if (all.next() == 15) right++;
                }
                System.out.println(backend + ", " + into + ": " + (right == sums ? "all " + sums + " are 15"
                        : right < sums / 2 ? "most are less than 15" : right + " are 15"));
            }
    }

    public static class Sums extends KeyedProcessFunction<Long, Long, Long> {
        final String into;
        transient ReducingState<Long> sum;
        transient AggregatingState<Long, Long> aggregate;
        transient ListState<Long> list;

        Sums(String into) { this.into = into; }

        public void open(OpenContext context) {
            sum = getRuntimeContext().getReducingState(new ReducingStateDescriptor<>("sum", Long::sum, Types.LONG));
            aggregate = getRuntimeContext().getAggregatingState(new AggregatingStateDescriptor<>("aggregate", new Sum(), Types.LONG));
            list = getRuntimeContext().getListState(new ListStateDescriptor<>("list", Types.LONG));
        }

        public void processElement(Long order, Context context, Collector<Long> out) {
            if (order < CUSTOMERS) {
                switch (into) {
                    case "sum" -> { for (long amount : List.of(1L, 2L, 4L, 8L)) sum.asyncAdd(amount); }
                    case "aggregate" -> { for (long amount : List.of(1L, 2L, 4L, 8L)) aggregate.asyncAdd(amount); }
                    case "chained sum" -> sum.asyncAdd(1L).thenCompose(end -> sum.asyncAdd(2L))
                            .thenCompose(end -> sum.asyncAdd(4L)).thenCompose(end -> sum.asyncAdd(8L));
                    default -> { for (long amount : List.of(1L, 2L, 4L, 8L)) list.asyncAdd(amount); }
                }
                return;
            }
            switch (into) {
                case "aggregate" -> aggregate.asyncGet().thenAccept(out::collect);
                case "list" -> list.asyncGet().thenCompose(found -> {
                    AtomicLong total = new AtomicLong();
                    return found.onNext(amount -> { total.addAndGet(amount); }).thenAccept(end -> out.collect(total.get()));
                });
                default -> sum.asyncGet().thenAccept(out::collect);
            }
        }
    }

    public static class Sum implements AggregateFunction<Long, Long, Long> {
        public Long createAccumulator() { return 0L; }
        public Long add(Long amount, Long sum) { return amount + sum; }
        public Long getResult(Long sum) { return sum; }
        public Long merge(Long one, Long other) { return one + other; }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-statebackend-forst:2.3.0
program flink Adds | as_seen
