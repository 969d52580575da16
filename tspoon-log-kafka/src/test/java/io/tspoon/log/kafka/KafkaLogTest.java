/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class KafkaLogTest {
    @Test
    void completeSettingsAreTaken() {
        assertThatCode(
                        () ->
                                builder()
                                        .replicationFactor(3)
                                        .timeout(Duration.ofSeconds(1))
                                        .property("security.protocol", "SSL")
                                        .build()
                                        .validate())
                .doesNotThrowAnyException();
    }

    @Test
    void brokersAndTopicMustBeGiven() {
        assertThatThrownBy(() -> KafkaLog.builder().topic("log").build().validate())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bootstrapServers");
        assertThatThrownBy(() -> KafkaLog.builder().bootstrapServers("b:1").build().validate())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("topic=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "a/b", "bänk"})
    void topicThatKafkaWouldRefuseIsRefused(String topic) {
        assertThatThrownBy(() -> builder().topic(topic).build().validate())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("topic=" + topic);
    }

    @Test
    void nameThatLeavesNoRoomForTheGraphIsRefused() {
        assertThatThrownBy(() -> builder().topic("x".repeat(185)).build().validate())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"acks", "transactional.id", "isolation.level", "delivery.timeout.ms"})
    void propertyThatTheLogDependsOnIsRefused(String property) {
        assertThatThrownBy(() -> builder().property(property, "1").build().validate())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("property=" + property);
    }

    @Test
    void timeoutsAndReplicasMustBeInRange() {
        assertThatThrownBy(() -> builder().timeout(Duration.ZERO).build().validate())
                .hasMessageContaining("timeoutMs=0");
        assertThatThrownBy(
                        () -> builder().transactionTimeout(Duration.ofDays(99)).build().validate())
                .hasMessageContaining("transactionTimeoutMs=");
        assertThatThrownBy(() -> builder().replicationFactor(0).build().validate())
                .hasMessageContaining("replicationFactor=0");
    }

    @Test
    void travelsWithTheJobAndShowsNoPasswords() throws Exception {
        KafkaLog log = builder().property("sasl.jaas.config", "secret").build();

        KafkaLog copy = InstantiationUtil.clone(log);

        assertThat(copy.toString())
                .isEqualTo(log.toString())
                .contains("b:1")
                .doesNotContain("secret");
    }

    @Test
    void brokersWithoutAnAddressAreAClearError() {
        KafkaLog log = builder().bootstrapServers("no port").build();

        assertThatThrownBy(() -> log.parts("bank"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bootstrapServers=no port");
        assertThatThrownBy(() -> log.openReader("bank", 0, 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bootstrapServers=no port");
    }

    private static KafkaLog.Builder builder() {
        return KafkaLog.builder().bootstrapServers("b:1").topic("log");
    }
}
