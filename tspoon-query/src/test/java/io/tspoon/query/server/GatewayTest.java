/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Http;

import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

/** What a gateway is told, and what it asks of Flink, as a socket sees it that never answers. */
class GatewayTest {
    private static final int REQUESTS = 20;
    private static final int TLS_HANDSHAKE = 0x16;

    @TempDir Path directory;

    private final List<String> beginnings = new CopyOnWriteArrayList<>();
    private final List<Socket> kept = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private ServerSocket flink;
    private boolean keeping;

    @BeforeEach
    void listen() throws IOException {
        flink = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        flink.close();
        for (Socket socket : kept) {
            socket.close();
        }
        threads.shutdownNow();
    }

    @Test
    void requestsWaitForOneAttempt() throws Exception {
        keeping = true;
        try (Gateway gateway = gateway("http", "", new Configuration())) {
            Http http = new Http(gateway.address());
            Callable<String> request = () -> http.get("/v1/jobs").reason();
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                answers.add(threads.submit(request));
            }
            for (Future<String> answer : answers) {
                assertThat(answer.get()).isEqualTo("NOT_READY");
            }
        }
        // More than one only where a request comes when the first attempt is given up.
        assertThat(beginnings).hasSizeLessThan(REQUESTS / 2);
    }

    @Test
    void nothingIsTriedAgainBehindARequest() throws Exception {
        Configuration options = new Configuration();
        options.setString("rest.retry.delay", "1 ms");
        try (Gateway gateway = gateway("http", "", options)) {
            assertThat(new Http(gateway.address()).get("/v1/jobs").reason()).isEqualTo("NOT_READY");
        }
        assertThat(beginnings).hasSize(1);
    }

    @Test
    void pathOfTheAddressIsKept() throws Exception {
        try (Gateway gateway = gateway("http", "/team/flink/", new Configuration())) {
            new Http(gateway.address()).get("/v1/jobs");
        }
        assertThat(beginnings.get(0)).startsWith("GET /team/flink/v1/jobs/overview ");
    }

    @Test
    void httpsIsTls() throws Exception {
        try (Gateway gateway = gateway("https", "", new Configuration())) {
            new Http(gateway.address()).get("/v1/jobs");
        }
        assertThat((int) beginnings.get(0).charAt(0)).isEqualTo(TLS_HANDSHAKE);
    }

    @Test
    void optionsOfAFileStandBehindArguments() throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("options"),
                        """
                        # What others must not see in the list of processes.
                        tls.trust-store-password = not\\\\so = secret
                        security.ssl.rest.truststore-password=secret
                        token=only-of-the-file
                        port=1
                        """);
        String[] args = {
            "http://localhost:1", "--port", "0", "--options", file.toString(), "--token-file", "/x"
        };

        assertThat(Gateway.options(args).toMap())
                .containsOnly(
                        entry("tspoon.query.tls.trust-store-password", "not\\so = secret"),
                        entry("security.ssl.rest.truststore-password", "secret"),
                        entry("tspoon.query.token-file", "/x"),
                        entry("tspoon.query.port", "0"));
    }

    @Test
    void fileOfOptionsThatCannotBeReadIsRefused() throws IOException {
        Path malformed = Files.writeString(directory.resolve("options"), "token=\\u00");
        for (String file : List.of("/nowhere/options", malformed.toString())) {
            assertThatThrownBy(() -> Gateway.options("http://localhost:1", "--options", file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("[TSP-4406] Cannot read options: ")
                    .hasMessageContaining("file=" + file + ". Name a properties file");
        }
        Path misspelt = Files.writeString(directory.resolve("misspelt"), "tokne=x");
        Configuration options =
                Gateway.options("http://localhost:1", "--options", misspelt.toString());
        assertThatThrownBy(() -> Gateway.start(URI.create("http://localhost:1"), options))
                .hasMessageContaining("key=tspoon.query.tokne. Did you mean tspoon.query.token?");
    }

    private Gateway gateway(String scheme, String path, Configuration options) throws IOException {
        options.setString("tspoon.query.port", "0");
        threads.execute(this::accept);
        String address = scheme + "://127.0.0.1:" + flink.getLocalPort() + path;
        return Gateway.start(URI.create(address), options);
    }

    private void accept() {
        while (true) {
            try {
                Socket socket = flink.accept();
                kept.add(socket);
                byte[] beginning = new byte[64];
                int length = socket.getInputStream().read(beginning);
                beginnings.add(
                        new String(beginning, 0, Math.max(0, length), StandardCharsets.ISO_8859_1));
                if (!keeping) {
                    socket.close();
                }
            } catch (IOException e) {
                return; // The test is over.
            }
        }
    }
}
