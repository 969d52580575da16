/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.QueryOptions;
import io.tspoon.query.bound.Limits;
import io.tspoon.query.endpoint.Authorization;
import io.tspoon.query.endpoint.EndpointLimits;
import io.tspoon.query.endpoint.Tokens;
import io.tspoon.query.request.WantedSnapshot;
import io.tspoon.query.tls.TlsFiles;
import io.tspoon.read.ReadableState;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.jspecify.annotations.Nullable;

import javax.net.ssl.SSLContext;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The checked values of the options.
 *
 * @param bindAddress address to listen on
 * @param firstPort first port of the range; 0 for any
 * @param lastPort last port of the range
 * @param advertisedHost host by which others reach the server
 * @param token token that requests must carry; null for none
 * @param tokens tokens of those who have names; null for none
 * @param peerToken token of the servers of the job; null if they use the other one
 * @param tls TLS of the server; null for none
 * @param clientTls TLS of requests to other servers; null for the authorities that the JDK trusts
 * @param clientCertificate whether clients must present a certificate
 * @param timeouts default and maximum timeout of requests
 * @param limits limits of requests
 * @param maxConcurrentRequests maximum number of requests at once
 * @param maxConnections maximum number of open connections
 * @param ioThreads number of threads that read and write
 * @param workerThreads number of threads that scan and merge
 */
record Settings(
        InetAddress bindAddress,
        int firstPort,
        int lastPort,
        String advertisedHost,
        @Nullable String token,
        @Nullable Tokens tokens,
        @Nullable String peerToken,
        @Nullable SSLContext tls,
        @Nullable SSLContext clientTls,
        boolean clientCertificate,
        WantedSnapshot.Timeouts timeouts,
        Limits limits,
        int maxConcurrentRequests,
        int maxConnections,
        int ioThreads,
        int workerThreads) {
    private static final List<ConfigOption<String>> TOKENS =
            List.of(
                    QueryOptions.TOKEN,
                    QueryOptions.TOKEN_FILE,
                    QueryOptions.TOKENS_FILE,
                    QueryOptions.PEER_TOKEN_FILE);
    private static final int MIN_TOKEN_LENGTH = 16;
    private static final int MAX_PORT = 65_535;
    private static final int MAX_THREADS = 64;
    private static final long MAX_DURATION_MS = ReadableState.LONGEST_DURATION.toMillis();

    /**
     * Options that take precedence over others. All tokens are one setting: if one side has any of
     * them, those of the other side are ignored.
     */
    static Configuration over(ReadableConfig winning, ReadableConfig others) {
        Configuration all = Configuration.fromMap(others.toMap());
        if (TOKENS.stream().anyMatch(option -> winning.getOptional(option).isPresent())) {
            TOKENS.forEach(all::removeConfig);
        }
        winning.toMap().forEach(all::setString);
        return all;
    }

    /**
     * @param host host by which others reach this machine, unless the options say it
     * @throws IllegalArgumentException if a value is unusable; the message says how to correct it
     */
    static Settings of(ReadableConfig options, String host) {
        InetAddress address = address(options.get(QueryOptions.BIND_ADDRESS));
        int[] ports = ports(options.get(QueryOptions.PORT));
        String token = token(options);
        Tokens tokens = tokens(options);
        String peerToken = peerToken(options, tokens);
        SSLContext clientTls = tls(options);
        SSLContext tls = options.get(QueryOptions.TLS_KEY_STORE) == null ? null : clientTls;
        boolean clientCertificate = options.get(QueryOptions.TLS_CLIENT_CERTIFICATE);
        if (clientCertificate
                && (tls == null || options.get(QueryOptions.TLS_TRUST_STORE) == null)) {
            throw unfit(
                    QueryOptions.TLS_CLIENT_CERTIFICATE,
                    "true",
                    "it needs a key store and a trust store",
                    "Set "
                            + QueryOptions.TLS_KEY_STORE.key()
                            + " and "
                            + QueryOptions.TLS_TRUST_STORE.key());
        }
        if (!address.isLoopbackAddress()
                && token == null
                && tokens == null
                && !clientCertificate
                && !options.get(QueryOptions.ALLOW_UNAUTHENTICATED)) {
            throw unfit(
                    QueryOptions.BIND_ADDRESS,
                    address.getHostAddress(),
                    "anybody could read the states of the job from elsewhere",
                    "Set "
                            + QueryOptions.TOKEN_FILE.key()
                            + ", "
                            + QueryOptions.TLS_CLIENT_CERTIFICATE.key()
                            + " or, if that is what you want, "
                            + QueryOptions.ALLOW_UNAUTHENTICATED.key());
        }
        long maxTimeoutMs = millis(options, QueryOptions.MAX_TIMEOUT);
        return new Settings(
                address,
                ports[0],
                ports[1],
                advertised(options, address, host),
                token,
                tokens,
                peerToken,
                tls,
                clientTls,
                clientCertificate,
                new WantedSnapshot.Timeouts(
                        Math.min(millis(options, QueryOptions.TIMEOUT), maxTimeoutMs),
                        maxTimeoutMs),
                new Limits(
                        positive(options, QueryOptions.MAX_ENTRIES, Integer.MAX_VALUE),
                        positive(options, QueryOptions.MAX_SCANNED_KEYS, Integer.MAX_VALUE),
                        positive(options, QueryOptions.MAX_CONCURRENT_SCANS, Integer.MAX_VALUE),
                        (int)
                                Math.min(
                                        Integer.MAX_VALUE,
                                        options.get(QueryOptions.MAX_REQUEST_SIZE).getBytes()),
                        options.get(QueryOptions.MAX_RESULT_SIZE).getBytes(),
                        maxTimeoutMs,
                        millis(options, QueryOptions.PAGE_LEASE),
                        options.get(QueryOptions.SNAPSHOT_MAX_AGE).toMillis()),
                positive(options, QueryOptions.MAX_CONCURRENT_REQUESTS, Integer.MAX_VALUE),
                positive(options, QueryOptions.MAX_CONNECTIONS, Integer.MAX_VALUE),
                positive(options, QueryOptions.IO_THREADS, MAX_THREADS),
                positive(options, QueryOptions.WORKER_THREADS, MAX_THREADS));
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw unfit(
                    QueryOptions.BIND_ADDRESS, text, "there is no such address", "Correct it", e);
        }
    }

    private static int[] ports(String text) {
        String[] parts = text.trim().split("-", -1);
        try {
            int first = Integer.parseInt(parts[0].trim());
            int last = parts.length == 1 ? first : Integer.parseInt(parts[1].trim());
            if (parts.length <= 2 && first >= 0 && first <= last && last <= MAX_PORT) {
                return new int[] {first, last};
            }
        } catch (NumberFormatException e) {
            // Falls through to the message.
        }
        throw unfit(
                QueryOptions.PORT,
                text,
                "it is neither a port nor a range of ports",
                "Write 8095, 8095-8195, or 0 for any");
    }

    private static String advertised(ReadableConfig options, InetAddress address, String host) {
        String said = options.get(QueryOptions.ADVERTISED_HOST);
        if (said != null) {
            return said;
        }
        String text = address.isAnyLocalAddress() ? host : address.getHostAddress();
        boolean bare = text.indexOf(':') >= 0 && !text.startsWith("[");
        return bare ? "[" + text + "]" : text;
    }

    private static @Nullable String token(ReadableConfig options) {
        String token = options.get(QueryOptions.TOKEN);
        String file = options.get(QueryOptions.TOKEN_FILE);
        if (token != null && file != null) {
            throw unfit(
                    QueryOptions.TOKEN_FILE,
                    file,
                    "there is another token beside that of the file",
                    "Remove "
                            + QueryOptions.TOKEN.key()
                            + ", or the file's option; where the configuration of all jobs has"
                            + " the token, give this one its own by "
                            + QueryOptions.TOKEN.key());
        }
        return checked(
                QueryOptions.TOKEN,
                file == null ? token : text(QueryOptions.TOKEN_FILE, file).trim());
    }

    private static @Nullable String checked(ConfigOption<String> option, @Nullable String token) {
        if (token != null && token.length() < MIN_TOKEN_LENGTH) {
            throw unfit(
                    option,
                    "(hidden)",
                    "it is shorter than " + MIN_TOKEN_LENGTH + " characters",
                    "Take a long random one");
        }
        return token;
    }

    private static String text(ConfigOption<String> option, String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw unfit(
                    option,
                    file,
                    "it cannot be read: " + e.getClass().getSimpleName(),
                    "Put the token there, on every machine of the cluster",
                    e);
        }
    }

    private static @Nullable Tokens tokens(ReadableConfig options) {
        String file = options.get(QueryOptions.TOKENS_FILE);
        if (file == null) {
            return null;
        }
        String text = text(QueryOptions.TOKENS_FILE, file);
        try {
            return Tokens.parse(text.lines().toList());
        } catch (IllegalArgumentException e) {
            throw unfit(
                    QueryOptions.TOKENS_FILE,
                    file,
                    String.valueOf(e.getMessage()),
                    "Correct that line",
                    e);
        }
    }

    /** Those who may call must not be able to pass for a server, so the two go together. */
    private static @Nullable String peerToken(ReadableConfig options, @Nullable Tokens tokens) {
        String file = options.get(QueryOptions.PEER_TOKEN_FILE);
        if ((file == null) != (tokens == null)) {
            throw unfit(
                    QueryOptions.PEER_TOKEN_FILE,
                    file == null ? "(none)" : file,
                    "it goes with a file of tokens, and a file of tokens with it",
                    "Set " + QueryOptions.TOKENS_FILE.key() + " and this, or neither");
        }
        if (file == null || tokens == null) {
            return null;
        }
        String token =
                checked(
                        QueryOptions.PEER_TOKEN_FILE,
                        text(QueryOptions.PEER_TOKEN_FILE, file).trim());
        if (token != null && tokens.has(token)) {
            throw unfit(
                    QueryOptions.PEER_TOKEN_FILE,
                    file,
                    "its token is also one of the file of tokens",
                    "Take another random one");
        }
        return token;
    }

    /** The token that this server sends to the others of its job; null for none. */
    @Nullable String tokenForPeers() {
        return peerToken == null ? token : peerToken;
    }

    /** Who may do what here. */
    Authorization authorization() {
        boolean callable = bindAddress.isLoopbackAddress() && !clientCertificate;
        return new Authorization(
                new Authorization.Known(token, tokens, peerToken),
                callable,
                Set.copyOf(List.of("localhost", advertisedHost.toLowerCase(Locale.ROOT))));
    }

    private static @Nullable SSLContext tls(ReadableConfig options) {
        Path keyStore = path(options, QueryOptions.TLS_KEY_STORE);
        Path trustStore = path(options, QueryOptions.TLS_TRUST_STORE);
        if (keyStore == null && trustStore == null) {
            return null;
        }
        return new TlsFiles(
                        keyStore,
                        options.get(QueryOptions.TLS_KEY_STORE_PASSWORD),
                        trustStore,
                        options.get(QueryOptions.TLS_TRUST_STORE_PASSWORD))
                .context();
    }

    private static @Nullable Path path(ReadableConfig options, ConfigOption<String> option) {
        String file = options.get(option);
        return file == null ? null : Path.of(file);
    }

    private static int positive(ReadableConfig options, ConfigOption<Integer> option, int highest) {
        int value = options.get(option);
        if (value < 1 || value > highest) {
            throw unfit(
                    option,
                    Integer.toString(value),
                    "it is not between 1 and " + highest,
                    "Correct it");
        }
        return value;
    }

    private static long millis(ReadableConfig options, ConfigOption<Duration> option) {
        long value = options.get(option).toMillis();
        if (value < 1 || value > MAX_DURATION_MS) {
            throw unfit(option, value + " ms", "it is not between 1 ms and 1 h", "Correct it");
        }
        return value;
    }

    private static IllegalArgumentException unfit(
            ConfigOption<?> option, String value, String why, String fix) {
        return unfit(option, value, why, fix, null);
    }

    private static IllegalArgumentException unfit(
            ConfigOption<?> option,
            String value,
            String why,
            String fix,
            @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "[TSP-4400] Cannot start query server: "
                        + why
                        + ", "
                        + option.key()
                        + "="
                        + value
                        + ". "
                        + fix
                        + ".",
                cause);
    }

    /** What the endpoint needs to know of the settings. */
    EndpointLimits endpointLimits() {
        return new EndpointLimits(limits, timeouts, maxConcurrentRequests);
    }

    /** Leaves out the token. */
    @Override
    public String toString() {
        return "Settings[" + bindAddress + ":" + firstPort + "-" + lastPort + "]";
    }
}
