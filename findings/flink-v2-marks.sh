#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A program of the new DataStream API marks the end of each batch of three numbers by a watermark of its own kind, whose
# value is the number of the account that the batch belongs to. One subtask receives the marks.
#
# Library: flink-datastream 2.3.0
# Behaviour: with one writer each mark arrives, whatever its value. With two, a mark arrives only if it changes what the
#   combined value is, so marks of equal values are lost. And the maximum is that of what each writer said last: it goes
#   down.
# Matters: a program that ends batches by marks is right in each test with parallelism 1, and loses batches when it is
#   scaled. Send the end of a batch as an element; a mark can only say that everything up to a value is over.
# Output seen:
#   1 writer, one account: 3 marks sent, 3 received; the maximum goes down: no
#   2 writers, one account: 3 marks sent, 1 received; the maximum goes down: no
#   1 writer, accounts in descending order: 3 marks sent, 3 received; the maximum goes down: yes
#   2 writers, accounts in descending order: 3 marks sent; the maximum goes down: yes
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Marks.java <<'JAVA'
import org.apache.flink.api.common.watermark.*;
import org.apache.flink.api.connector.dsv2.DataStreamV2SourceUtils;
import org.apache.flink.datastream.api.ExecutionEnvironment;
import org.apache.flink.datastream.api.common.Collector;
import org.apache.flink.datastream.api.context.*;
import org.apache.flink.datastream.api.function.OneInputStreamProcessFunction;
import java.util.*;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class Marks {
    static final LongWatermarkDeclaration BATCH_ENDS = WatermarkDeclarations.newBuilder("batch-ends").typeLong()
            .combineFunctionMax().combineWaitForAllChannels(false).defaultHandlingStrategyForward().build();
    static final AtomicInteger SENT = new AtomicInteger();
    static final Queue<Long> RECEIVED = new ConcurrentLinkedQueue<>();

    public static void main(String[] args) throws Exception {
        run("1 writer, one account", 1, true);
        run("2 writers, one account", 2, true);
        run("1 writer, accounts in descending order", 1, false);
        run("2 writers, accounts in descending order", 2, false);
    }

    static void run(String what, int writers, boolean oneAccount) throws Exception {
        SENT.set(0);
        RECEIVED.clear();
        ExecutionEnvironment env = ExecutionEnvironment.getInstance();
        env.fromSource(DataStreamV2SourceUtils.fromData(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9)), "numbers").withParallelism(1)
                .process(new Writer(oneAccount)).withParallelism(writers)
                .process(new Reader()).withParallelism(1);
        env.execute(what);
        boolean down = false;
        long last = Long.MIN_VALUE;
        for (long value : RECEIVED) {
            down |= value < last;
            last = value;
        }
        // with two writers and several values their number depends on who is faster
        String received = writers == 2 && !oneAccount ? "" : ", " + RECEIVED.size() + " received";
        System.out.println(what + ": " + SENT + " marks sent" + received + "; the maximum goes down: " + (down ? "yes" : "no"));
    }

    record Writer(boolean oneAccount) implements OneInputStreamProcessFunction<Integer, Integer> {
        public Set<? extends WatermarkDeclaration> declareWatermarks() { return Set.of(BATCH_ENDS); }
        public void processRecord(Integer number, Collector<Integer> out, PartitionedContext<Integer> context) throws Exception {
            out.collect(number);
            if (number % 3 == 0) {
                SENT.incrementAndGet();
                context.getNonPartitionedContext().getWatermarkManager()
                        .emitWatermark(BATCH_ENDS.newWatermark(oneAccount ? 7 : 100 - number));
            }
        }
    }

    record Reader() implements OneInputStreamProcessFunction<Integer, Integer> {
        public void processRecord(Integer number, Collector<Integer> out, PartitionedContext<Integer> context) {}
        public WatermarkHandlingResult onWatermark(Watermark mark, Collector<Integer> out, NonPartitionedContext<Integer> context) {
            RECEIVED.add(((LongWatermark) mark).getValue());
            return WatermarkHandlingResult.PEEK;
        }
    }
}
JAVA

packages flink org.apache.flink:flink-datastream:2.3.0 org.apache.flink:flink-streaming-java:2.3.0 \
    org.apache.flink:flink-clients:2.3.0
program flink Marks | as_seen
