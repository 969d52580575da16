#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A topic has the orders of six days, each with the time of its order. Flink reads those until the third day.
#
# Library: Kafka 4.3.1, broker and client, and flink-connector-kafka 5.0.0-2.2 on Flink 2.3.0
# Behaviour: the marker that ends a transaction has the broker's time, and takes part in the search for "the first
#   offset at or after this time". Where records have earlier times than the broker's clock (a backfill, or a sink that
#   writes event times, as KafkaSink does), the first marker is that offset, whatever the time. Written without
#   transactions, the same records are found rightly.
# Matters: a bounded replay into a t-graph ends after the first transaction, as if there were no more. One that starts
#   at a time starts right behind the first transaction instead. Replay by offsets, and filter by time.
# Output seen:
#   without transactions until day 3: day0 day1 day2
#   without transactions from day 3: day3 day4 day5
#   with transactions until day 3: day0
#   with transactions from day 3: day1 day2 day3 day4 day5
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

broker
cat >Times.java <<'JAVA'
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.serialization.StringSerializer;
import java.time.*;
import java.util.*;

public class Times {
    static String address;

    static long day(int day) {
        return Instant.parse("2026-03-01T00:00:00Z").plus(Duration.ofDays(day)).toEpochMilli();
    }

    public static void main(String[] args) throws Exception {
        address = Broker.start();
        Admin admin = Admin.create(Map.of("bootstrap.servers", address));
        for (String how : List.of("without", "with")) {
            // Kept, old as the records are.
            var topic = new NewTopic(how, 1, (short) 1).configs(Map.of("retention.ms", "-1"));
            admin.createTopics(List.of(topic)).all().get();
            Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", address));
            boolean transactions = how.equals("with");
            if (transactions) settings.put("transactional.id", "orders");
            var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
            if (transactions) producer.initTransactions();
            for (int day = 0; day < 6; day++) {
                if (transactions) producer.beginTransaction();
                producer.send(new ProducerRecord<>(how, 0, day(day), "key", "day" + day)).get();
                if (transactions) producer.commitTransaction();
            }
            System.out.println(how + " transactions until day 3:" + read(how, OffsetsInitializer.earliest(), OffsetsInitializer.timestamp(day(3))));
            System.out.println(how + " transactions from day 3:" + read(how, OffsetsInitializer.timestamp(day(3)), OffsetsInitializer.latest()));
        }
        System.exit(0);
    }

    static String read(String topic, OffsetsInitializer from, OffsetsInitializer until) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        var source = KafkaSource.<String>builder().setBootstrapServers(address).setTopics(topic)
                .setProperty("isolation.level", "read_committed").setValueOnlyDeserializer(new SimpleStringSchema())
                .setStartingOffsets(from).setBounded(until).build();
        StringBuilder read = new StringBuilder();
        try (var records = env.fromSource(source, WatermarkStrategy.noWatermarks(), topic).executeAndCollect()) {
            records.forEachRemaining(record -> read.append(' ').append(record));
        }
        return read.toString();
    }
}
JAVA

packages kafka org.apache.kafka:kafka-test-common-runtime:4.3.1 org.apache.kafka:kafka-clients:4.3.1 \
    org.apache.flink:flink-connector-kafka:5.0.0-2.2 org.apache.flink:flink-connector-base:2.3.0 \
    org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0
program kafka Times | as_seen
