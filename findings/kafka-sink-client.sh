#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A job has Flink's Kafka connector and a Kafka client that is one minor newer than the connector's.
#
# Library: flink-connector-kafka 5.0.0-2.2 (built with kafka-clients 4.2.0) on Flink 2.3.0, kafka-clients 4.3.1
# Behaviour: a sink that writes at least once works. One that writes exactly once fails as soon as the job runs, with a
#   NoSuchMethodError: it calls internals of the client, and 4.3 has changed them.
# Matters: whoever adds another library with a newer client (a log in Kafka, for instance) and lets Maven choose the
#   version finds out when the job with transactions starts. Pin kafka-clients to the connector's version.
# Output seen:
#   kafka-clients 4.2.0 AT_LEAST_ONCE: 3 records
#   kafka-clients 4.2.0 EXACTLY_ONCE: 3 records
#   kafka-clients 4.3.1 AT_LEAST_ONCE: 3 records
#   kafka-clients 4.3.1 EXACTLY_ONCE: NoSuchMethodError, 0 records
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

broker
cat >Sink.java <<'JAVA'
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.AppInfoParser;
import java.time.Duration;
import java.util.*;

public class Sink {
    public static void main(String[] args) throws Exception {
        String address = Broker.start();
        for (var guarantee : List.of(DeliveryGuarantee.AT_LEAST_ONCE, DeliveryGuarantee.EXACTLY_ONCE)) {
            Admin.create(Map.of("bootstrap.servers", address)).createTopics(List.of(new NewTopic(guarantee.name(), 1, (short) 1))).all().get();
            Configuration settings = new Configuration();
            settings.setString("rest.port", "0");
            var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
            var value = KafkaRecordSerializationSchema.<String>builder().setTopic(guarantee.name()).setValueSerializationSchema(new SimpleStringSchema()).build();
            env.fromData("a", "b", "c").sinkTo(KafkaSink.<String>builder().setBootstrapServers(address).setDeliveryGuarantee(guarantee)
                    .setTransactionalIdPrefix("job").setProperty("transaction.timeout.ms", "60000").setRecordSerializer(value).build());
            String error = "";
            try {
                env.execute();
            } catch (Exception e) {
                error = ExceptionUtils.findThrowable(e, LinkageError.class).map(cause -> cause.getClass().getSimpleName()).orElse(e.toString()) + ", ";
            }
            System.out.println("kafka-clients " + AppInfoParser.getVersion() + " " + guarantee.name() + ": " + error + read(address, guarantee.name()) + " records");
        }
        System.exit(0);
    }

    static int read(String address, String topic) {
        var consumer = new KafkaConsumer<>(Map.<String, Object>of("bootstrap.servers", address, "isolation.level", "read_committed"),
                new StringDeserializer(), new StringDeserializer());
        var partition = new TopicPartition(topic, 0);
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        int read = 0;
        long end = consumer.endOffsets(List.of(partition)).get(partition);
        while (consumer.position(partition) < end) read += consumer.poll(Duration.ofSeconds(1)).count();
        return read;
    }
}
JAVA

flink=(
    org.apache.flink:flink-connector-kafka:5.0.0-2.2
    org.apache.flink:flink-connector-base:2.3.0
    org.apache.flink:flink-streaming-java:2.3.0
    org.apache.flink:flink-clients:2.3.0
)
for version in 4.2.0 4.3.1; do
    packages "$version" "${flink[@]}" org.apache.kafka:kafka-test-common-runtime:$version org.apache.kafka:kafka-clients:$version
done
{
    program 4.2.0 Sink
    program 4.3.1 Sink
} | as_seen
