/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of query servers in Flink's configuration. Settings of the job take precedence over
 * those of the process.
 */
@PublicEvolving
public final class QueryOptions {
    /** Address on which the server listens. Default 127.0.0.1. */
    public static final ConfigOption<String> BIND_ADDRESS =
            key("bind-address")
                    .stringType()
                    .defaultValue("127.0.0.1")
                    .withDescription("Address of the interface on which the server listens.");

    /** Port, or range of ports (the first free one is used); 0 for any. Default 8095-8195. */
    public static final ConfigOption<String> PORT =
            key("port")
                    .stringType()
                    .defaultValue("8095-8195")
                    .withDescription(
                            "Port on which the server listens, or a range, of which it takes the"
                                    + " first that is free; 0 for any port.");

    /**
     * Host name or address by which other processes reach the server. The default is the bind
     * address or, if that means all interfaces, the address by which Flink reaches the TaskManager.
     */
    public static final ConfigOption<String> ADVERTISED_HOST =
            key("advertised-host")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Name or address by which other processes reach the server. Default"
                                    + " the bind address, or if that means all interfaces, the"
                                    + " address by which Flink reaches the task manager.");

    /** Bearer token that every request must carry, at least 16 characters. */
    public static final ConfigOption<String> TOKEN =
            key("token")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Bearer token that every request must carry, at least 16 characters.");

    /** File that contains the bearer token. */
    public static final ConfigOption<String> TOKEN_FILE =
            key("token-file")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("File that holds the bearer token, instead of the token.");

    /** File with the tokens of those who may read and call, by name. */
    public static final ConfigOption<String> TOKENS_FILE =
            key("tokens-file")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "File with a line NAME SCOPES TOKEN for each who may read or call;"
                                    + " needs a peer-token-file.");

    /** File that contains the token by which the servers of a job know each other. */
    public static final ConfigOption<String> PEER_TOKEN_FILE =
            key("peer-token-file")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "File that holds the token by which the servers of a job, and a"
                                    + " gateway, know each other; needs a tokens-file.");

    /** Whether a gateway lets those in who change the parallelism of t-graphs. Default false. */
    public static final ConfigOption<Boolean> ALLOW_SCALING =
            key("allow-scaling")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Let those change the parallelism of t-graphs whose token has the scope"
                                    + " scale; only in a gateway.");

    /** Whether a gateway repairs unequal parallelisms of the vertices of a t-graph. */
    public static final ConfigOption<Boolean> GUARD =
            key("guard")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Give all vertices of a t-graph the same parallelism when somebody has"
                                    + " changed that of some; only in a gateway.");

    /** Whether to listen on other than loopback addresses unauthenticated. Default false. */
    public static final ConfigOption<Boolean> ALLOW_UNAUTHENTICATED =
            key("allow-unauthenticated")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Listen on an address that is not loopback without a token and without"
                                    + " client certificates.");

    /** Key store with the server's certificate; setting it enables TLS. */
    public static final ConfigOption<String> TLS_KEY_STORE =
            key("tls.key-store")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "PKCS12 or JKS file with the server's certificate and key; switches"
                                    + " TLS on.");

    /** Password of the key store and its key. */
    public static final ConfigOption<String> TLS_KEY_STORE_PASSWORD =
            key("tls.key-store-password")
                    .stringType()
                    .defaultValue("")
                    .withDescription("Password of the key store and its key.");

    /** Trust store for other servers and clients. Default: the authorities that the JDK trusts. */
    public static final ConfigOption<String> TLS_TRUST_STORE =
            key("tls.trust-store")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "PKCS12 or JKS file with the certificates that are trusted: those of"
                                    + " other servers and of clients.");

    /** Password of the trust store. */
    public static final ConfigOption<String> TLS_TRUST_STORE_PASSWORD =
            key("tls.trust-store-password")
                    .stringType()
                    .defaultValue("")
                    .withDescription("Password of the trust store.");

    /** Whether clients must present a trusted certificate. Default false. */
    public static final ConfigOption<Boolean> TLS_CLIENT_CERTIFICATE =
            key("tls.client-certificate")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Clients must show a certificate that the trust store knows.");

    /** Time limit of a request that does not specify one. Default 5 s. */
    public static final ConfigOption<Duration> TIMEOUT =
            key("timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(5))
                    .withDescription("Time of a request that does not say how long it may take.");

    /** Maximum time limit of a request; longer ones are reduced to it. Default 60 s. */
    public static final ConfigOption<Duration> MAX_TIMEOUT =
            key("max-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(60))
                    .withDescription("The longest time that a request may ask for.");

    /**
     * Maximum time between two pages of a scan, after which its snapshot is released; at most one
     * hour. Default 60 s.
     */
    public static final ConfigOption<Duration> PAGE_LEASE =
            key("page-lease")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(60))
                    .withDescription(
                            "Time between two pages of a scan, after which its snapshot is given"
                                    + " up; at most one hour.");

    /** Maximum age of a snapshot that requests share. Default 5 ms. */
    public static final ConfigOption<Duration> SNAPSHOT_MAX_AGE =
            key("snapshot-max-age")
                    .durationType()
                    .defaultValue(Duration.ofMillis(5))
                    .withDescription(
                            "Requests with consistency snapshot may share one that is not older.");

    /** Maximum size of a request body. Default 1 MB. */
    public static final ConfigOption<MemorySize> MAX_REQUEST_SIZE =
            key("max-request-size")
                    .memoryType()
                    .defaultValue(MemorySize.ofMebiBytes(1))
                    .withDescription("Size of the largest request body.");

    /** Maximum size of an answer. Default 16 MB. */
    public static final ConfigOption<MemorySize> MAX_RESULT_SIZE =
            key("max-result-size")
                    .memoryType()
                    .defaultValue(MemorySize.ofMebiBytes(16))
                    .withDescription("Size of the largest answer.");

    /** Maximum number of keys in a request, or of entries on a page. Default 10,000. */
    public static final ConfigOption<Integer> MAX_ENTRIES =
            key("max-entries")
                    .intType()
                    .defaultValue(10_000)
                    .withDescription("Keys in one request, or entries on one page, at most.");

    /** Most keys of an instance that a scan or aggregate examines. Default 10,000,000. */
    public static final ConfigOption<Integer> MAX_SCANNED_KEYS =
            key("max-scanned-keys")
                    .intType()
                    .defaultValue(10_000_000)
                    .withDescription(
                            "Keys of one instance of a state that a scan or an aggregate looks at"
                                    + " at most.");

    /** Maximum number of requests processed at once. Default 1024. */
    public static final ConfigOption<Integer> MAX_CONCURRENT_REQUESTS =
            key("max-concurrent-requests")
                    .intType()
                    .defaultValue(1024)
                    .withDescription("Requests that a server works on at once, at most.");

    /** Maximum number of scans and aggregates processed at once; others wait. Default 8. */
    public static final ConfigOption<Integer> MAX_CONCURRENT_SCANS =
            key("max-concurrent-scans")
                    .intType()
                    .defaultValue(8)
                    .withDescription(
                            "Scans and aggregates of instances that a server works on at once, at"
                                    + " most; further ones wait for their turn.");

    /** Maximum number of open connections. Default 1024. */
    public static final ConfigOption<Integer> MAX_CONNECTIONS =
            key("max-connections")
                    .intType()
                    .defaultValue(1024)
                    .withDescription("Connections that are open at once, at most.");

    /** Number of threads that read requests and write answers. Default 1. */
    public static final ConfigOption<Integer> IO_THREADS =
            key("io-threads")
                    .intType()
                    .defaultValue(1)
                    .withDescription("Threads that read requests and write answers.");

    /** Number of threads for scans and large answers. Default 2. */
    public static final ConfigOption<Integer> WORKER_THREADS =
            key("worker-threads")
                    .intType()
                    .defaultValue(2)
                    .withDescription("Threads that work on scans and large answers.");

    /** The prefix of the keys of all options. */
    public static final String PREFIX = "tspoon.query.";

    /** An option of the API; a gateway does not have it. */
    private static final String ENABLED = PREFIX + "enabled";

    private QueryOptions() {}

    /** Returns the keys of all options, including {@code tspoon.query.enabled}. */
    public static Set<String> keys() {
        Stream<ConfigOption<?>> options =
                Stream.of(
                        BIND_ADDRESS,
                        PORT,
                        ADVERTISED_HOST,
                        TOKEN,
                        TOKEN_FILE,
                        TOKENS_FILE,
                        PEER_TOKEN_FILE,
                        ALLOW_UNAUTHENTICATED,
                        ALLOW_SCALING,
                        GUARD,
                        TLS_KEY_STORE,
                        TLS_KEY_STORE_PASSWORD,
                        TLS_TRUST_STORE,
                        TLS_TRUST_STORE_PASSWORD,
                        TLS_CLIENT_CERTIFICATE,
                        TIMEOUT,
                        MAX_TIMEOUT,
                        PAGE_LEASE,
                        SNAPSHOT_MAX_AGE,
                        MAX_REQUEST_SIZE,
                        MAX_RESULT_SIZE,
                        MAX_ENTRIES,
                        MAX_SCANNED_KEYS,
                        MAX_CONCURRENT_REQUESTS,
                        MAX_CONCURRENT_SCANS,
                        MAX_CONNECTIONS,
                        IO_THREADS,
                        WORKER_THREADS);
        return Stream.concat(Stream.of(ENABLED), options.map(ConfigOption::key))
                .collect(Collectors.toSet());
    }

    private static ConfigOptions.OptionBuilder key(String name) {
        return ConfigOptions.key(PREFIX + name);
    }
}
