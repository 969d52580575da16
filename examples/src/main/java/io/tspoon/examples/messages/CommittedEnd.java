/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The end of what is committed in each partition, as the bound of a source that reads committed
 * messages only.
 *
 * <p>{@code OffsetsInitializer.latest()} is the end of all messages, which such a source does not
 * reach while a transaction before it is open. So a job that should end would not.
 */
final class CommittedEnd implements OffsetsInitializer {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(CommittedEnd.class);

    private final String servers;

    CommittedEnd(String servers) {
        this.servers = servers;
    }

    @Override
    public Map<TopicPartition, Long> getPartitionOffsets(
            Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
        Map<TopicPartition, Long> ends = retriever.endOffsets(partitions);
        Map<TopicPartition, Long> committed = committed(partitions);
        committed.forEach(
                (partition, end) -> tell(partition, end, ends.getOrDefault(partition, end)));
        return committed;
    }

    /** Kafka counts its own marks, too, so it is not known how many messages there are. */
    private static void tell(TopicPartition partition, long committed, long end) {
        if (committed < end) {
            LOG.warn(
                    "{} is read up to offset {}: a transaction is open there, up to {} messages"
                            + " from there on are not read",
                    partition,
                    committed,
                    end - committed);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // the connector's interface has it
    public OffsetResetStrategy getAutoOffsetResetStrategy() {
        return OffsetResetStrategy.NONE;
    }

    private Map<TopicPartition, Long> committed(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> ends =
                partitions.stream()
                        .collect(Collectors.toMap(Function.identity(), at -> OffsetSpec.latest()));
        try (Admin admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers))) {
            Map<TopicPartition, ListOffsetsResultInfo> found =
                    admin.listOffsets(ends, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                            .all()
                            .get();
            Map<TopicPartition, Long> offsets = new HashMap<>();
            found.forEach((partition, info) -> offsets.put(partition, info.offset()));
            return offsets;
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "Cannot find end of topic: " + e.getMessage() + ", partitions=" + partitions,
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot find end of topic: interrupted", e);
        }
    }
}
