/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

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
        Duration forever = ChronoUnit.FOREVER.getDuration();
        for (Duration time : List.of(Duration.ZERO, Duration.ofDays(7), forever)) {
            assertThatThrownBy(() -> builder().timeout(time).build().validate())
                    .hasMessageContaining("a time is out of range, timeout=PT")
                    .hasMessageEndingWith("Use 1 s to 6 d");
        }
        for (Duration time : List.of(Duration.ZERO, Duration.ofDays(25), forever)) {
            assertThatThrownBy(() -> builder().transactionTimeout(time).build().validate())
                    .hasMessageContaining("a time is out of range, transactionTimeout=PT")
                    .hasMessageContaining("Use 1 s to 24 d, and no more than the brokers'");
        }
        assertThatCode(
                        () ->
                                builder()
                                        .timeout(Duration.ofDays(6))
                                        .transactionTimeout(Duration.ofDays(24))
                                        .build()
                                        .validate())
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> builder().replicationFactor(0).build().validate())
                .hasMessageContaining("replicationFactor=0");
    }

    static Stream<Arguments> nothings() {
        return Stream.of(
                nothing("bootstrapServers=null", log -> log.bootstrapServers(null)),
                nothing("topic=null", log -> log.topic(null)),
                nothing("timeout=null", log -> log.timeout(null)),
                nothing("transactionTimeout=null", log -> log.transactionTimeout(null)),
                nothing("property=sasl.jaas.config", log -> log.property("sasl.jaas.config", null)),
                nothing("property=null. Give both", log -> log.property(null, "secret")));
    }

    private static Arguments nothing(String what, UnaryOperator<KafkaLog.Builder> mistake) {
        return Arguments.of(what, mistake);
    }

    /** As from an environment variable that is not set. The t-graph says where. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("nothings")
    void whatIsNullIsNamed(String what, UnaryOperator<KafkaLog.Builder> mistake) {
        KafkaLog log = mistake.apply(builder()).build();

        assertThatThrownBy(log::validate)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("\\[TSP-60\\d\\d] Cannot use log in Kafka: .*")
                .hasMessageContaining(", " + what)
                .hasMessageNotContaining("secret");
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
