#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two instances of a source read a short and a long file of events, first alone, then as the first part of a
# HybridSource. How far is event time when the last event of the long file comes?
#
# Library: Flink 2.3.0 (flink-connector-base, flink-connector-files)
# Behaviour: the instance that has read its file has ended if the source is alone, so it holds nothing up. In a
#   HybridSource it waits until all instances may switch, keeps its last watermark meanwhile, and is not idle. If it was
#   too fast to have sent any, event time does not begin before the switch.
# Matters: while the longest file of a history is read, no window gives a result, no timer fires, and what a t-graph or
#   a window keeps by event time grows. Give the source an idle timeout.
# Output seen:
#   files alone: event time follows the long file
#   in a HybridSource: event time has not begun
#   in a HybridSource, idle after 0.5 s: event time follows the long file
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Waits.java <<'JAVA'
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.hybrid.HybridSource;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.stream.*;

public class Waits {
    static final int SHORT = 5, LONG = 12;

    public static void main(String[] args) throws Exception {
        Path brief = file("short", 1, SHORT), extended = file("long", SHORT + 1, LONG), other = file("other", LONG + 1, LONG + 2);
        WatermarkStrategy<String> marks = WatermarkStrategy.<String>forMonotonousTimestamps()
                .withTimestampAssigner((line, before) -> 1_000 * Long.parseLong(line));
        System.out.println("files alone: " + run(files(brief, extended), marks));
        var both = HybridSource.builder(files(brief, extended)).addSource(files(other)).build();
        System.out.println("in a HybridSource: " + run(both, marks));
        System.out.println("in a HybridSource, idle after 0.5 s: " + run(both, marks.withIdleness(Duration.ofMillis(500))));
    }

    static Path file(String name, int first, int last) throws IOException {
        return new Path(Files.write(java.nio.file.Path.of(name).toAbsolutePath(),
                IntStream.rangeClosed(first, last).mapToObj(String::valueOf).collect(Collectors.toList())).toUri());
    }

    static FileSource<String> files(Path... files) {
        return FileSource.forRecordStreamFormat(new TextLineInputFormat(), files).build();
    }

    static String run(Source<String, ?, ?> source, WatermarkStrategy<String> marks) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        var env = StreamExecutionEnvironment.createLocalEnvironment(2, settings);
        long time = 0;
        try (var times = env.fromSource(source, marks, "events", Types.STRING).map(line -> {
            // The long file is read at one event a second.
            if (Integer.parseInt(line) > SHORT && Integer.parseInt(line) <= LONG) Thread.sleep(1_000);
            return line;
        }).returns(Types.STRING).keyBy(line -> 1).process(new Time()).executeAndCollect()) {
            while (times.hasNext()) time = Math.max(times.next(), time == 0 ? Long.MIN_VALUE : time);
        }
        return "event time " + (time == Long.MIN_VALUE ? "has not begun"
                : time > 1_000 * SHORT && time < 1_000 * LONG ? "follows the long file" : "is " + time);
    }

    /** Event time when the last event of the long file comes. */
    public static class Time extends KeyedProcessFunction<Integer, String, Long> {
        public void processElement(String line, Context context, Collector<Long> out) {
            if (line.equals(String.valueOf(LONG))) out.collect(context.timerService().currentWatermark());
        }
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-connector-base:2.3.0 org.apache.flink:flink-connector-files:2.3.0
program flink Waits | as_seen
