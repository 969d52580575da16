#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A HybridSource reads A, then B. It is stopped with a savepoint within B, and restored with other lists of sources: A
# has been read and is left out, or another source is added in front.
#
# Library: Flink 2.3.0 (flink-connector-base, flink-connector-datagen)
# Behaviour: the savepoint knows the sources by their number in the list. The position in B is given to whatever is
#   second now, which is read from there, as far as its type allows. Only a list that has become too short is refused,
#   by an exception without a message. What the savepoint still had to read of B is read again from its beginning, or
#   never. Sources may be appended, and those before B replaced.
# Matters: payments are lost or executed twice, without an error, when an old history is taken out of the list. Leave it
#   there until the job starts without a savepoint, or put another bounded source in its place.
# Output seen:
#   A B: B from the position
#   C B: B from the position
#   B: refused, java.lang.IllegalArgumentException: null
#   B C: C from the position
#   D A B: A from the position, B from the beginning
#   A D B: D from the position, B from the beginning
#   A B C: B from the position, C from the beginning
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Sources.java <<'JAVA'
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.hybrid.HybridSource;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.ExceptionUtils;
import java.util.*;
import java.util.concurrent.ConcurrentLinkedDeque;

public class Sources {
    static final Deque<String> READ = new ConcurrentLinkedDeque<>();

    public static void main(String[] args) throws Exception {
        JobClient first = start("A B", null);
        while (READ.isEmpty() || !READ.getLast().equals("B7")) Thread.sleep(10);
        String savepoint = first.stopWithSavepoint(false, "file:" + System.getProperty("java.io.tmpdir") + "/savepoints",
                SavepointFormatType.CANONICAL).get();
        int position = 1 + Integer.parseInt(READ.getLast().substring(1));
        for (String list : List.of("A B", "C B", "B", "B C", "D A B", "A D B", "A B C")) {
            READ.clear();
            String outcome = "";
            try {
                start(list, savepoint).getJobExecutionResult().get();
            } catch (Exception e) {
                Throwable root = ExceptionUtils.stripExecutionException(e);
                while (root.getCause() != null) root = root.getCause();
                outcome = "refused, " + root.getClass().getName() + ": " + root.getMessage();
            }
            System.out.println(list + ": " + outcome + began(position));
        }
    }

    /** Where each source of which something was read began. */
    static String began(int position) {
        StringJoiner text = new StringJoiner(", ");
        Set<Character> seen = new HashSet<>();
        for (String element : READ) {
            if (seen.add(element.charAt(0))) {
                int number = Integer.parseInt(element.substring(1));
                text.add(element.charAt(0) + (number == 0 ? " from the beginning" : number == position ? " from the position" : " from " + number));
            }
        }
        return text.toString();
    }

    static JobClient start(String list, String savepoint) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        settings.setString("restart-strategy.type", "disable");
        if (savepoint != null) settings.setString("execution.state-recovery.path", savepoint);
        HybridSource.HybridSourceBuilder<String, ?> sources = null;
        for (String name : list.split(" ")) {
            var source = new DataGeneratorSource<String>(n -> name + n, 40, RateLimiterStrategy.perSecond(20), Types.STRING);
            sources = sources == null ? HybridSource.builder(source) : sources.addSource(source);
        }
        var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        env.fromSource(sources.build(), WatermarkStrategy.noWatermarks(), "payments", Types.STRING).uid("payments")
                .map(element -> { READ.add(element); return element; }).returns(Types.STRING).uid("read").sinkTo(new DiscardingSink<>());
        return env.executeAsync();
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-connector-base:2.3.0 org.apache.flink:flink-connector-datagen:2.3.0
program flink Sources | as_seen
