/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.endpoint.HttpAnswer;
import io.tspoon.query.peer.Peer;
import io.tspoon.query.peer.PeerRequest;
import io.tspoon.query.wire.MessageCodec;
import io.tspoon.query.wire.PeerProtocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;

/** Another server, reached over HTTP. */
final class HttpPeer implements Peer {
    /** Loopback addresses as servers announce them. */
    private static final Pattern LOOPBACK = Pattern.compile("//(127\\.|\\[(0:){7}1\\])");

    private final HttpClient client;
    private final ObjectMapper mapper;
    private final String base;
    private final @Nullable String token;
    private final Timer timer;

    /** Advice for those who cannot reach the server. */
    private final String advice;

    /**
     * @param address address of the server, such as {@code http://10.0.0.7:8095}
     * @param job id of the job whose instances are there
     * @param token token of the servers; null for none
     * @param timer enforces timeouts
     */
    HttpPeer(
            HttpClient client,
            ObjectMapper mapper,
            String address,
            String job,
            @Nullable String token,
            Timer timer) {
        this.client = client;
        this.mapper = mapper;
        this.token = token;
        this.timer = timer;
        base = address + "/v1/jobs/" + job + "/internal/";
        advice =
                LOOPBACK.matcher(address).find()
                        ? " If it is on another machine, loopback is no address for it: set "
                                + QueryOptions.BIND_ADDRESS.key()
                                + "."
                        : "";
    }

    @Override
    public <A> CompletableFuture<A> call(PeerRequest<A> request, long timeoutMs) {
        MessageCodec<PeerRequest<A>, A> codec = PeerProtocol.of(request);
        byte[] bytes;
        try {
            bytes = mapper.writeValueAsBytes(PeerProtocol.body(codec.write(request), timeoutMs));
        } catch (JsonProcessingException e) {
            return CompletableFuture.failedFuture(e);
        }
        HttpRequest.Builder http =
                HttpRequest.newBuilder(URI.create(base + codec.path()))
                        .timeout(Duration.ofMillis(timeoutMs))
                        .header("Content-Type", HttpAnswer.JSON)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(bytes));
        if (token != null) {
            http.header("Authorization", "Bearer " + token);
        }
        return response(http.build(), timeoutMs)
                .handle(
                        (response, failure) -> {
                            if (failure != null) {
                                throw unreachable(failure);
                            }
                            return codec.readAnswer(answer(response.statusCode(), response.body()));
                        });
    }

    /**
     * The response with its body. After the timeout it is cancelled, which gives the connection up:
     * the timeout of an {@code HttpRequest} no longer applies once the headers have arrived.
     */
    private CompletableFuture<HttpResponse<byte[]>> response(HttpRequest request, long timeoutMs) {
        CompletableFuture<HttpResponse<byte[]>> response =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        Runnable alarm = timer.after(timeoutMs, () -> response.cancel(true));
        var unused = response.whenComplete((answer, failure) -> alarm.run());
        return response;
    }

    private JsonNode answer(int status, byte[] body) {
        JsonNode json;
        try {
            json = mapper.readTree(body);
        } catch (IOException e) {
            throw gone();
        }
        if (status == HttpAnswer.OK && json != null) {
            return json;
        }
        FailureReason reason = reasonOf(json == null ? "" : json.path("reason").asText());
        String detail = json == null ? "" : detailOf(json);
        throw switch (reason) {
            // The port now belongs to the server of another job.
            case UNKNOWN_JOB, UNKNOWN_PATH -> gone();
            case UNAUTHENTICATED, MISDIRECTED, FORBIDDEN ->
                    new QueryException(
                            FailureReason.NOT_READY,
                            "[TSP-4116] Cannot read from a server: it refuses this one, address="
                                    + base
                                    + ". Give all servers of a job the same token.");
            case INTERNAL ->
                    new QueryException(
                            reason,
                            detail
                                    + " The log of another server has the cause, address="
                                    + base
                                    + ".");
            // Without a detail it is no answer of a query server.
            default -> detail.isEmpty() ? gone() : new QueryException(reason, detail);
        };
    }

    /** What happened there, behind its code again. */
    private static String detailOf(JsonNode json) {
        String code = json.path("code").asText();
        String detail = json.path("detail").asText();
        return code.isEmpty() ? detail : "[" + code + "] " + detail;
    }

    private QueryException gone() {
        return new QueryException(
                FailureReason.MOVED,
                "[TSP-4117] Cannot read from a server: it is none of this job any more, address="
                        + base
                        + "."
                        + advice);
    }

    private QueryException unreachable(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        boolean connecting = cause instanceof HttpConnectTimeoutException;
        if (cause instanceof CancellationException
                || (cause instanceof HttpTimeoutException && !connecting)) {
            return new QueryException(
                    FailureReason.TIMEOUT,
                    "[TSP-4118] Cannot read from a server: it took longer than the timeout,"
                            + " address="
                            + base
                            + ".");
        }
        return new QueryException(
                FailureReason.MOVED,
                "[TSP-4119] Cannot read from a server: it is out of reach, address="
                        + base
                        + ", cause="
                        + cause.getClass().getSimpleName()
                        + "."
                        + advice,
                // Says that nothing was sent.
                connecting || cause instanceof ConnectException ? new ConnectException() : null);
    }

    private static FailureReason reasonOf(String name) {
        try {
            return FailureReason.valueOf(name);
        } catch (IllegalArgumentException e) {
            return FailureReason.MOVED;
        }
    }
}
