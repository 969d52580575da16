/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The properties of Kafka's clients: the user's, overridden by those that the log depends on. */
final class ClientProperties {
    /** Highest number of flushes on their way at once; Kafka keeps the order of at most five. */
    static final int MAX_IN_FLIGHT = 5;

    private static final long MAX_REQUEST_TIMEOUT_MS = 10_000;
    private static final int SKIPPING_FETCH_BYTES = 1 << 16;

    /**
     * At the end of a part, a fetch that was sent ahead delays the next request by up to this time.
     */
    private static final int SKIPPING_FETCH_WAIT_MS = 10;

    private static final Set<String> OWN =
            Set.of(
                    CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                    CommonClientConfigs.CLIENT_ID_CONFIG,
                    CommonClientConfigs.GROUP_ID_CONFIG,
                    CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
                    CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
                    ProducerConfig.ACKS_CONFIG,
                    ProducerConfig.BATCH_SIZE_CONFIG,
                    ProducerConfig.BUFFER_MEMORY_CONFIG,
                    ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                    ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                    ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                    ProducerConfig.LINGER_MS_CONFIG,
                    ProducerConfig.MAX_BLOCK_MS_CONFIG,
                    ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                    ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                    ProducerConfig.RETRIES_CONFIG,
                    ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                    ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                    ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                    ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                    ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                    ConsumerConfig.CHECK_CRCS_CONFIG,
                    ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                    ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                    ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                    ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);

    private ClientProperties() {}

    /** Whether the log sets the property itself, so that users may not. */
    static boolean isOwn(String property) {
        return OWN.contains(property);
    }

    static Map<String, Object> admin(KafkaLogSettings settings, String clientId) {
        Map<String, Object> properties = new HashMap<>(settings.properties());
        properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        properties.put(
                CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, (int) requestTimeoutMs(settings));
        properties.put(
                CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) settings.timeoutMs());
        return properties;
    }

    /**
     * With these, an answer means that all replicas in sync have the message, and retries neither
     * duplicate messages nor change their order. Each flush is a batch of its own and is sent at
     * once, because {@link KafkaLogWriter} has gathered records already.
     */
    static Map<String, Object> producer(KafkaLogSettings settings, LogPart part) {
        Map<String, Object> properties = admin(settings, part.writerId());
        properties.remove(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, part.writerId());
        properties.put(
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) settings.transactionTimeoutMs());
        properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, MAX_IN_FLIGHT);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) settings.timeoutMs());
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, settings.timeoutMs());
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0L);
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, 0);
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, FlushLimits.MAX_MESSAGE_BYTES);
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 2L * FlushLimits.MAX_MESSAGE_BYTES);
        return properties;
    }

    /** Reads all messages, also those of unfinished transactions, see {@link FencedProducer}. */
    static Map<String, Object> consumer(KafkaLogSettings settings, LogPart part) {
        Map<String, Object> properties = admin(settings, part.writerId());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.CHECK_CRCS_CONFIG, true);
        return properties;
    }

    /** The same for a reader of a few scattered messages: each fetch is small, and none waits. */
    static Map<String, Object> skippingConsumer(KafkaLogSettings settings, LogPart part) {
        Map<String, Object> properties = consumer(settings, part);
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, SKIPPING_FETCH_BYTES);
        properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, SKIPPING_FETCH_WAIT_MS);
        return properties;
    }

    /** Short enough that a request whose answer was lost is sent again before the log gives up. */
    private static long requestTimeoutMs(KafkaLogSettings settings) {
        return Math.min(settings.timeoutMs() / 2, MAX_REQUEST_TIMEOUT_MS);
    }
}
