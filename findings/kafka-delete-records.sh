#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records of a topic are deleted (Admin.deleteRecords, "all up to now") while a transaction is open.
#
# Library: Kafka 4.3.1, broker and client
# Behaviour: "all" reaches to the high watermark, not to the last stable offset, so the first records of the open
#   transaction are deleted. Its producer is not told, its commit succeeds, and a reader with read_committed sees the
#   rest of the transaction as if it were the whole.
# Matters: a transfer that a sink writes as two records arrives as a credit without its debit. Delete only below the
#   offset that Admin.listOffsets gives for "latest" with IsolationLevel.READ_COMMITTED.
# Output seen:
#   stable up to 0, deleted up to 1
#   committed
#   read_committed: [credit bob 5]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

broker
cat >Delete.java <<'JAVA'
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.serialization.*;
import java.time.Duration;
import java.util.*;

public class Delete {
    public static void main(String[] args) throws Exception {
        String address = Broker.start();
        Admin admin = Admin.create(Map.of("bootstrap.servers", address));
        admin.createTopics(List.of(new NewTopic("transfers", 1, (short) 1))).all().get();
        TopicPartition partition = new TopicPartition("transfers", 0);
        var producer = new KafkaProducer<>(Map.of("bootstrap.servers", address, "transactional.id", "bank"), new StringSerializer(), new StringSerializer());
        producer.initTransactions();

        producer.beginTransaction();
        producer.send(new ProducerRecord<>("transfers", "debit alice 5")).get();
        long stable = admin.listOffsets(Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .partitionResult(partition).get().offset();
        long deleted = admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(-1))).lowWatermarks().get(partition).get().lowWatermark();
        System.out.println("stable up to " + stable + ", deleted up to " + deleted);
        producer.send(new ProducerRecord<>("transfers", "credit bob 5")).get();
        producer.commitTransaction();
        System.out.println("committed");

        var consumer = new KafkaConsumer<>(Map.<String, Object>of("bootstrap.servers", address, "isolation.level", "read_committed"),
                new StringDeserializer(), new StringDeserializer());
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        List<String> read = new ArrayList<>();
        long end = consumer.endOffsets(List.of(partition)).get(partition);
        while (consumer.position(partition) < end) consumer.poll(Duration.ofSeconds(1)).forEach(record -> read.add(record.value()));
        System.out.println("read_committed: " + read);
        System.exit(0);
    }
}
JAVA

packages kafka org.apache.kafka:kafka-test-common-runtime:4.3.1 org.apache.kafka:kafka-clients:4.3.1
program kafka Delete | as_seen
