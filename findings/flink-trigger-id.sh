#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A job is asked for a savepoint over REST, with a trigger id of one's own so that the request may be repeated. Later it
# is to be stopped with a savepoint, with the same id.
#
# Library: Flink 2.3.0
# Behaviour: an id that was used for another operation of the job is not refused. The request to stop is accepted, and
#   reported as completed, with the location of the earlier savepoint. The job goes on.
# Matters: whoever starts the next version of the job from there has two of them, which both execute transactions, and
#   a savepoint that lacks what came behind it. Take a random id for each operation and repeat it only with that one;
#   wait until the job has ended.
# Output seen:
#   savepoint: 202, COMPLETED, savepoint 1
#   stop, with the id of the savepoint: 202, COMPLETED, savepoint 1
#     the job is RUNNING
#   stop, with an id of its own: 202, COMPLETED, savepoint 2
#     the job is FINISHED
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Trigger.java <<'JAVA'
import com.fasterxml.jackson.databind.*;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.*;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import java.net.*;
import java.net.http.*;
import java.nio.file.*;

public class Trigger {
    static final HttpClient CLIENT = HttpClient.newHttpClient();
    static final ObjectMapper JSON = new ObjectMapper();
    static String job;

    public static void main(String[] args) throws Exception {
        var env = StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(1);
        env.fromSource(new DataGeneratorSource<>(n -> n, Long.MAX_VALUE, RateLimiterStrategy.perSecond(10), Types.LONG),
                WatermarkStrategy.noWatermarks(), "numbers").sinkTo(new DiscardingSink<>());
        Configuration options = new Configuration();
        options.setString("rest.port", "0");
        try (var cluster = new MiniCluster(new MiniClusterConfiguration.Builder().setConfiguration(options)
                .setNumTaskManagers(1).setNumSlotsPerTaskManager(1).build())) {
            cluster.start();
            var graph = env.getStreamGraph().getJobGraph();
            cluster.submitJob(graph).get();
            job = cluster.getRestAddress().get() + "/jobs/" + graph.getJobID();
            while (!get(job + "/vertices/" + graph.getVertices().iterator().next().getID()).at("/subtasks/0/status").asText().equals("RUNNING")) Thread.sleep(100);
            String first = "0123456789abcdef0123456789abcdef";
            System.out.println("savepoint: " + operate("savepoints", "target-directory", first));
            System.out.println("stop, with the id of the savepoint: " + operate("stop", "targetDirectory", first));
            Thread.sleep(5_000);
            System.out.println("  the job is " + get(job).path("state").asText());
            System.out.println("stop, with an id of its own: " + operate("stop", "targetDirectory", "fedcba9876543210fedcba9876543210"));
            while (!get(job).path("state").asText().equals("FINISHED")) Thread.sleep(100);
            System.out.println("  the job is FINISHED");
        }
    }

    /** Tells how an operation was answered, and what became of it. */
    static String operate(String operation, String directory, String id) throws Exception {
        Path target = Path.of("savepoints").toAbsolutePath();
        var request = JSON.createObjectNode().put("triggerId", id).put(directory, target.toUri().toString());
        var answer = CLIENT.send(HttpRequest.newBuilder(URI.create(job + "/" + operation))
                .POST(HttpRequest.BodyPublishers.ofString(request.toString())).build(), HttpResponse.BodyHandlers.ofString());
        JsonNode outcome = get(job + "/savepoints/" + id);
        while (!outcome.at("/status/id").asText().equals("COMPLETED")) {
            Thread.sleep(100);
            outcome = get(job + "/savepoints/" + id);
        }
        String location = outcome.at("/operation/location").asText();
        return answer.statusCode() + ", COMPLETED, savepoint " + number(location);
    }

    static final java.util.List<String> LOCATIONS = new java.util.ArrayList<>();

    static int number(String location) {
        if (!LOCATIONS.contains(location)) LOCATIONS.add(location);
        return 1 + LOCATIONS.indexOf(location);
    }

    static JsonNode get(String address) throws Exception {
        return JSON.readTree(CLIENT.send(HttpRequest.newBuilder(URI.create(address)).build(),
                HttpResponse.BodyHandlers.ofString()).body());
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0 \
    org.apache.flink:flink-connector-datagen:2.3.0 com.fasterxml.jackson.core:jackson-databind:2.20.1
program flink Trigger | as_seen
