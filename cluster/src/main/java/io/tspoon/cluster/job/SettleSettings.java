/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.job;

import io.tspoon.examples.trial.Transfers;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.util.ParameterTool;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;

/**
 * The job's command line.
 *
 * @param observer address of the observer, who is told each result
 * @param startedAtMs wall clock time at which the first transfer is due
 * @param count number of transfers
 * @param rate transfers per second
 * @param results directory of the sink
 * @param log place of the write-ahead log, for durability LOG: a directory as {@code file:/path},
 *     or a topic as {@code kafka://host:port/topic}
 * @param documentBytes size of each document of version {@link Version#ARCHIVE}
 * @param documents number of documents to keep; later ones replace earlier ones
 */
public record SettleSettings(
        Version version,
        InetSocketAddress observer,
        long startedAtMs,
        long seed,
        long count,
        int rate,
        int accounts,
        Path results,
        URI log,
        Durability durability,
        IsolationLevel isolation,
        ConcurrencyControl concurrencyControl,
        int documentBytes,
        int documents) {
    private static final String VERSION = "version";
    private static final String OBSERVER_HOST = "observer-host";
    private static final String OBSERVER_PORT = "observer-port";
    private static final String STARTED_AT = "started-at";
    private static final String SEED = "seed";
    private static final String COUNT = "count";
    private static final String RATE = "rate";
    private static final String ACCOUNTS = "accounts";
    private static final String RESULTS = "results";
    private static final String LOG = "log";
    private static final String DURABILITY = "durability";
    private static final String ISOLATION = "isolation";
    private static final String CONCURRENCY_CONTROL = "concurrency-control";
    private static final String DOCUMENT_BYTES = "document-bytes";
    private static final String DOCUMENTS = "documents";

    /** Parses {@link #arguments()}. */
    static SettleSettings parse(String[] arguments) throws UnknownHostException {
        ParameterTool given = ParameterTool.fromArgs(arguments);
        return new SettleSettings(
                Version.valueOf(given.getRequired(VERSION)),
                new InetSocketAddress(
                        InetAddress.getAllByName(given.getRequired(OBSERVER_HOST))[0],
                        given.getInt(OBSERVER_PORT)),
                given.getLong(STARTED_AT),
                given.getLong(SEED),
                given.getLong(COUNT),
                given.getInt(RATE),
                given.getInt(ACCOUNTS),
                Path.of(given.getRequired(RESULTS)),
                URI.create(given.getRequired(LOG)),
                Durability.valueOf(given.getRequired(DURABILITY)),
                IsolationLevel.valueOf(given.getRequired(ISOLATION)),
                ConcurrencyControl.valueOf(given.getRequired(CONCURRENCY_CONTROL)),
                given.getInt(DOCUMENT_BYTES),
                given.getInt(DOCUMENTS));
    }

    /** The command line of the job. */
    public List<String> arguments() {
        return List.of(
                "--" + VERSION,
                version.name(),
                "--" + OBSERVER_HOST,
                observer.getAddress().getHostAddress(),
                "--" + OBSERVER_PORT,
                Integer.toString(observer.getPort()),
                "--" + STARTED_AT,
                Long.toString(startedAtMs),
                "--" + SEED,
                Long.toString(seed),
                "--" + COUNT,
                Long.toString(count),
                "--" + RATE,
                Integer.toString(rate),
                "--" + ACCOUNTS,
                Integer.toString(accounts),
                "--" + RESULTS,
                results.toString(),
                "--" + LOG,
                log.toString(),
                "--" + DURABILITY,
                durability.name(),
                "--" + ISOLATION,
                isolation.name(),
                "--" + CONCURRENCY_CONTROL,
                concurrencyControl.name(),
                "--" + DOCUMENT_BYTES,
                Integer.toString(documentBytes),
                "--" + DOCUMENTS,
                Integer.toString(documents));
    }

    /** The input of the job. */
    public Transfers transfers() {
        return new Transfers(seed, accounts);
    }
}
