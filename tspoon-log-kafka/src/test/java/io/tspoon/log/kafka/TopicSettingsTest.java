/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TopicSettingsTest {
    private final Map<String, String> settings = TopicSettings.ofNew(3);

    @Test
    void topicThatTheLogCreatesMayBeUsed() throws Exception {
        TopicSettings.check(shown(), "topic=log");

        assertThat(settings).containsEntry("min.insync.replicas", "2");
        assertThat(TopicSettings.ofNew(KafkaLogSettings.BROKER_DEFAULT))
                .doesNotContainKey("min.insync.replicas");
    }

    @ParameterizedTest
    @CsvSource({"1, 1, false", "1, 2, true", "1, 3, true", "2, 3, false", ", 3, false"})
    void replicaThatAcknowledgesAloneIsARisk(String minInSync, int replicas, boolean isRisk) {
        settings.put("min.insync.replicas", minInSync);

        String risk = TopicSettings.risk(shown(), replicas, "topic=log");

        if (isRisk) {
            assertThat(risk)
                    .contains("min.insync.replicas=1, replicas=" + replicas + ", topic=log")
                    .contains("Set min.insync.replicas=2 on the topic");
        } else {
            assertThat(risk).isNull();
        }
    }

    @Test
    void topicOfWhichNothingIsShownIsRefused() {
        assertThatThrownBy(() -> TopicSettings.check(new Config(List.of()), "topic=log"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "[TSP-6006] Cannot use topic for log: the brokers do not show")
                .hasMessageContaining("missing=cleanup.policy, topic=log");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cleanup.policy",
                "retention.ms",
                "retention.bytes",
                "unclean.leader.election.enable",
                "max.message.bytes",
                "segment.bytes"
            })
    void settingThatIsNotShownIsRefused(String key) {
        settings.put(key, null);
        assertNotShown(key);

        settings.remove(key);
        assertNotShown(key);
    }

    private void assertNotShown(String key) {
        assertThatThrownBy(() -> TopicSettings.check(shown(), "topic=log"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("missing=" + key + ", topic=log")
                .hasMessageContaining("Use brokers that show " + key);
    }

    private Config shown() {
        List<ConfigEntry> entries = new ArrayList<>();
        settings.forEach((key, value) -> entries.add(new ConfigEntry(key, value)));
        return new Config(entries);
    }
}
