/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class ObserverTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String LINE = "3 12 14 COMMITTED 2=40,7=160";

    @TempDir Path directory;

    @Test
    void everythingThatWasToldHasBeenSeen() throws Exception {
        Path file = directory.resolve("observed.txt");
        try (Observer observer = new Observer(file)) {
            for (int epoch = 0; epoch < 20; epoch++) {
                try (ObserverClient client = ObserverClient.connect(observer.address(), epoch)) {
                    client.tell(LINE);
                }
            }
            observer.awaitAll(PATIENCE);

            assertThat(observer.observations())
                    .hasSize(20)
                    .allMatch(one -> one.settled().equals(Settled.parse(LINE)))
                    .extracting(Observation::epoch)
                    .doesNotHaveDuplicates();
            assertThat(observer.awaitEpoch(19, Duration.ZERO)).isTrue();
            assertThat(observer.awaitEpoch(20, Duration.ZERO)).isFalse();
        }
        assertThat(Files.readAllLines(file)).hasSize(20).contains("7 " + LINE);
    }

    @Test
    void attemptsThatCountFrom0AgainBelongToLaterEpochs() throws Exception {
        try (Observer observer = new Observer(directory.resolve("observed.txt"))) {
            tell(observer, 5);
            assertThat(observer.awaitResult(5, PATIENCE)).isTrue();
            int era = observer.nextEra();
            assertThat(observer.awaitResult(era, Duration.ZERO)).isFalse();
            tell(observer, 0);

            assertThat(observer.awaitResult(era, PATIENCE)).isTrue();
            assertThat(observer.observations())
                    .extracting(Observation::epoch)
                    .containsExactly(5, era);
            assertThat(observer.distinct()).isEqualTo(1);
            assertThat(observer.longestPause()).isPositive();
        }
    }

    private static void tell(Observer observer, int attempt) throws IOException {
        try (ObserverClient client = ObserverClient.connect(observer.address(), attempt)) {
            client.tell(LINE);
        }
    }

    @Test
    void whatACrashCutOffWasNotSeen() throws Exception {
        try (Observer observer = new Observer(directory.resolve("observed.txt"))) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), observer.port())) {
                send(socket, "0\n" + LINE + "\n" + LINE);
            }
            observer.awaitAll(PATIENCE);

            assertThat(observer.observations()).hasSize(1);
        }
    }

    @Test
    void whatIsNoResultIsRefused() throws Exception {
        try (Observer observer = new Observer(directory.resolve("observed.txt"))) {
            try (ObserverClient client = ObserverClient.connect(observer.address(), 0)) {
                client.tell("nothing");
            }

            assertThatIOException()
                    .isThrownBy(() -> observer.awaitAll(PATIENCE))
                    .withMessageContaining("Cannot read result: no such line, line=nothing");
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
