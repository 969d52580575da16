/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What an address of Flink means. */
class RemoteClusterTest {
    @ParameterizedTest
    @CsvSource({
        "http://localhost:8081, localhost, 8081, '', false",
        "http://localhost:8081/, localhost, 8081, '', false",
        "http://localhost, localhost, 80, '', false",
        "HTTPS://flink.example.com, flink.example.com, 443, '', true",
        "https://proxy:8443/team/flink/, proxy, 8443, /team/flink, true",
        "http://proxy/flink, proxy, 80, /flink, false",
    })
    void allPartsOfTheAddressCount(
            URI address, String host, int port, String path, boolean secure) {
        Configuration options = RemoteCluster.options(address, new Configuration());

        assertThat(options.get(RestOptions.ADDRESS)).isEqualTo(host);
        assertThat(options.get(RestOptions.PORT)).isEqualTo(port);
        assertThat(options.get(RestOptions.PATH)).isEqualTo(path);
        assertThat(SecurityOptions.isRestSSLEnabled(options)).isEqualTo(secure);
        assertThat(options.get(SecurityOptions.SSL_REST_VERIFY_HOSTNAME)).isEqualTo(secure);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:8081",
                "flink",
                "ftp://localhost:8081",
                "http:///flink",
                "http://user:secret@localhost:8081",
                "http://localhost:8081?job=1",
                "http://localhost:8081#overview",
            })
    void whatCannotBeKeptIsRefused(URI address) {
        assertThatThrownBy(() -> RemoteCluster.connect(address, new Configuration()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("\\[TSP-23(09|10)] Cannot connect to Flink: the address .*")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:8081", "https://localhost"})
    void whatIsGivenWins(URI address) {
        Configuration given = new Configuration();
        given.set(SecurityOptions.SSL_REST_ENABLED, true);
        given.set(SecurityOptions.SSL_REST_VERIFY_HOSTNAME, false);
        given.set(RestOptions.PATH, "/flink");
        given.set(RestOptions.RETRY_MAX_ATTEMPTS, 3);
        given.set(RestOptions.CONNECTION_TIMEOUT, Duration.ofSeconds(7));
        given.set(RestOptions.IDLENESS_TIMEOUT, Duration.ofSeconds(9));

        Configuration options = RemoteCluster.options(address, given);

        for (String key : given.keySet()) {
            assertThat(options.toMap()).containsEntry(key, given.toMap().get(key));
        }
    }
}
