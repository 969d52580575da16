#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs Kafka's own benchmark of producers (Trogdor's ProduceBench) with 100 records, and reads what has been committed.
#
# Library: Kafka 4.3.1 (trogdor, ProduceBenchWorker)
# Behaviour: a record that the broker refuses counts as sent, with the time until the refusal as its latency. If all are
#   refused, the task ends without an error. With transactions of 30 records the last one is left open, and aborted by
#   closing the producer; its records count as sent, too.
# Matters: as a baseline for a log in Kafka, or for a sink with transactions, the rate includes what no reader ever
#   sees, up to all of it. Compare what a reader of committed data counts.
# Output seen:
#   accepted: error "", totalSent 100, transactionsCommitted 0; can be read: 100
#   longer than the broker accepts: error "", totalSent 100, transactionsCommitted 0; can be read: 0
#   in transactions of 30: error "", totalSent 100, transactionsCommitted 3; can be read: 90
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

broker
cat >Bench.java <<'JAVA'
import com.fasterxml.jackson.databind.JsonNode;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.trogdor.common.JsonUtil;
import org.apache.kafka.trogdor.task.TaskSpec;
import org.apache.kafka.trogdor.workload.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

public class Bench {
    static String address;

    public static void main(String[] args) throws Exception {
        address = Broker.start();
        run("accepted", 100, "");
        run("longer than the broker accepts", 2_000_000, ", \"producerConf\": {\"max.request.size\": \"4000000\"}");
        run("in transactions of 30", 100, ", \"transactionGenerator\": {\"type\": \"uniform\", \"messagesPerTransaction\": 30}");
        System.exit(0);
    }

    static void run(String name, int bytes, String more) throws Exception {
        String topic = name.replace(' ', '-');
        String spec = "{\"class\": \"org.apache.kafka.trogdor.workload.ProduceBenchSpec\", \"durationMs\": 100000, \"producerNode\": \"n\","
                + " \"bootstrapServers\": \"" + address + "\", \"targetMessagesPerSec\": 10000, \"maxMessages\": 100,"
                + " \"valueGenerator\": {\"type\": \"constant\", \"size\": " + bytes + "},"
                + " \"activeTopics\": {\"" + topic + "\": {\"numPartitions\": 1, \"replicationFactor\": 1}}" + more + "}";
        var status = new AtomicReference<JsonNode>();
        var done = new KafkaFutureImpl<String>();
        var worker = new ProduceBenchWorker(topic, (ProduceBenchSpec) JsonUtil.JSON_SERDE.readValue(spec, TaskSpec.class));
        worker.start(null, status::set, done);
        String error = done.get(100, TimeUnit.SECONDS);
        worker.stop(null);
        JsonNode figures = status.get();
        System.out.println(name + ": error \"" + error + "\", totalSent " + figures.get("totalSent") + ", transactionsCommitted "
                + figures.get("transactionsCommitted") + "; can be read: " + read(topic));
    }

    static int read(String topic) {
        try (var consumer = new KafkaConsumer<>(Map.<String, Object>of("bootstrap.servers", address, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partition = List.of(new TopicPartition(topic, 0));
            consumer.assign(partition);
            consumer.seekToBeginning(partition);
            long end = consumer.endOffsets(partition).get(partition.get(0));
            int count = 0;
            while (consumer.position(partition.get(0)) < end) count += consumer.poll(Duration.ofMillis(100)).count();
            return count;
        }
    }
}
JAVA

packages kafka org.apache.kafka:kafka-test-common-runtime:4.3.1 org.apache.kafka:kafka-clients:4.3.1 org.apache.kafka:trogdor:4.3.1
program kafka Bench | as_seen
