/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.TestJob;
import io.tspoon.read.JobLayout;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/** Nobody waits for a server that has gone, nor for an instance that is held up. */
class ServerCloseTest {
    private static final int CLIENTS = 8;
    private static final int TIMEOUT_MS = 20_000;
    private static final String KEY = "/v1/graphs/bank/states/balance/keys/alice";

    private TestJob job;

    @BeforeEach
    void start() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.timeout", "50 s");
        job = TestJob.start(1, options);
        job.state("bank", "balance", Types.STRING, Types.LONG, 4, 0L).put("alice", 100L, 1);
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    /** At whatever the threads of the server are then. */
    @RepeatedTest(20)
    void everyConnectionIsClosed() throws Exception {
        AtomicInteger answers = new AtomicInteger();
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Socket socket = connect();
            clients.add(CompletableFuture.runAsync(() -> askToTheEnd(socket, answers)));
        }
        Await.until("answers", () -> answers.get() > CLIENTS);

        job.closeServers();

        CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new))
                .get(2 * TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }

    @Test
    void aRequestUnderWayHearsThatItMayAskAgain() throws Exception {
        Http http = new Http(job.address(0));
        Runnable release = job.holdUp();
        CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> get(http, KEY));
        Await.until("a request under way", () -> job.waiting() > 0);

        job.closeServers();

        assertThat(answer.get(TIMEOUT_MS, TimeUnit.MILLISECONDS).reason()).isEqualTo("MOVED");
        release.run();
    }

    @Test
    void aRequestEndsInItsTime() throws Exception {
        Http http = new Http(job.address(0));
        Runnable release = job.holdUp();
        for (String path :
                List.of(
                        KEY + "?timeoutMs=200",
                        KEY + "?timeoutMs=200&consistency=fresh",
                        KEY + "?timeoutMs=200&at=5")) {
            long began = System.nanoTime();
            Answer answer = http.get(path);
            assertThat(answer.reason()).isEqualTo("TIMEOUT");
            assertThat(System.nanoTime() - began).isLessThan(TIMEOUT_MS * 1_000_000L);
        }
        release.run();
        assertThat(http.get(KEY).json().path("value").asLong()).isEqualTo(100);
    }

    /** As another server asks for it. */
    @Test
    void anOperationEndsInItsTime() throws Exception {
        Http http = new Http(job.address(0));
        String path = "/v1/jobs/" + job.jobId() + "/internal/pin";
        JobLayout.Instance instance = job.locate().join().states().get(0).instances().get(0);
        String pin =
                "{'graph':'bank','pin':1,'leaseMs':1000,'timeoutMs':%d,'instances':"
                        + "[{'state':'balance','index':0,'incarnation':%d}]}";
        Runnable release = job.holdUp();
        assertThat(http.post(path, pin.formatted(200, instance.incarnation())).reason())
                .isEqualTo("TIMEOUT");
        release.run();
        assertThat(http.post(path, pin.formatted(TIMEOUT_MS, instance.incarnation())).status())
                .isEqualTo(200);
    }

    private static Answer get(Http http, String path) {
        try {
            return http.get(path);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private Socket connect() throws IOException {
        URI address = URI.create(job.address(0));
        Socket socket = new Socket(address.getHost(), address.getPort());
        socket.setSoTimeout(TIMEOUT_MS);
        return socket;
    }

    /** Fails if the connection stays open and silent. */
    private static void askToTheEnd(Socket socket, AtomicInteger answers) {
        byte[] request =
                ("GET " + KEY + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        byte[] buffer = new byte[4096];
        try (socket) {
            InputStream in = socket.getInputStream();
            do {
                socket.getOutputStream().write(request);
                answers.incrementAndGet();
            } while (in.read(buffer) > 0);
        } catch (SocketException e) {
            // Reset: closed, too.
        } catch (IOException e) {
            throw new AssertionError("the connection is open, but nobody answers", e);
        }
    }
}
