/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.tls.TlsFiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import javax.net.ssl.SSLContext;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import static io.tspoon.query.client.KeyStores.PASSWORD;
import static io.tspoon.query.client.TestBank.BALANCE;
import static org.assertj.core.api.Assertions.assertThat;

/** Tokens and certificates between the client and the real server. */
class ClientSecurityTest {
    private static final String TOKEN = "a-token-of-tests-0123456789";

    @TempDir private Path directory;

    @Test
    void tokenOpensTheDoor() throws Exception {
        try (TestBank server = TestBank.start(Map.of("tspoon.query.token", TOKEN))) {
            assertThat(reason(QueryClient.to(server.address())))
                    .isEqualTo(QueryFailureReason.UNAUTHENTICATED);
            assertThat(reason(QueryClient.to(server.address()).token("another-token-012345")))
                    .isEqualTo(QueryFailureReason.UNAUTHENTICATED);
            assertThat(ask(QueryClient.to(server.address()).token(TOKEN)).isAnswer()).isTrue();
        }
    }

    @Test
    void serverShowsACertificateThatIsTrusted() throws Exception {
        Path identity = KeyStores.identity(directory, "server");
        Path trust = KeyStores.trust(identity, "server");
        try (TestBank server = TestBank.start(tls(identity))) {
            URI address = server.address();
            assertThat(address).hasScheme("https");
            assertThat(ask(QueryClient.to(address).tls(context(null, trust))).isAnswer()).isTrue();
            assertThat(reason(QueryClient.to(address))).isEqualTo(QueryFailureReason.UNREACHABLE);
        }
    }

    @Test
    void clientShowsACertificateThatIsTrusted() throws Exception {
        Path identity = KeyStores.identity(directory, "server");
        Path known = KeyStores.identity(directory, "client");
        Map<String, String> options = new HashMap<>(tls(identity));
        options.put("tspoon.query.tls.trust-store", KeyStores.trust(known, "client").toString());
        options.put("tspoon.query.tls.trust-store-password", PASSWORD);
        options.put("tspoon.query.tls.client-certificate", "true");
        Path trust = KeyStores.trust(identity, "server");
        try (TestBank server = TestBank.start(options)) {
            URI address = server.address();
            assertThat(ask(QueryClient.to(address).tls(context(known, trust))).isAnswer()).isTrue();
            assertThat(reason(QueryClient.to(address).tls(context(null, trust))))
                    .isEqualTo(QueryFailureReason.UNREACHABLE);
        }
    }

    private static Map<String, String> tls(Path identity) {
        return Map.of(
                "tspoon.query.tls.key-store",
                identity.toString(),
                "tspoon.query.tls.key-store-password",
                PASSWORD);
    }

    private static SSLContext context(Path identity, Path trust) {
        return new TlsFiles(identity, PASSWORD, trust, PASSWORD).context();
    }

    private static QueryResult<?> ask(QueryClient.Builder client) {
        return client.retries(RetryPolicy.NEVER)
                .build()
                .graph("bank")
                .ask(StateQuery.of(BALANCE).key("alice"));
    }

    private static QueryFailureReason reason(QueryClient.Builder client) {
        return ClientTest.failure(ask(client)).reason();
    }
}
