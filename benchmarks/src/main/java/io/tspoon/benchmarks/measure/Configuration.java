/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import org.jspecify.annotations.Nullable;

/**
 * One line of the table: what is run, where its state lies, how many accounts it has, what it is
 * asked.
 *
 * @param name on the command line and in the report; unique in its workload
 * @param subject what is measured
 * @param stateBackend in Flink's words
 * @param baseline name of the configuration it is compared with
 * @param accounts number of accounts, or 0 for what the command line says
 * @param mix what the requests are
 * @param parallelism of all operators, or 0 for what the command line says
 * @param processors how many of the machine's its process may use, or 0 for all; in a process of
 *     its own only
 */
public record Configuration(
        String name,
        Subject subject,
        String stateBackend,
        String baseline,
        int accounts,
        Mix mix,
        int parallelism,
        int processors) {
    /** Few transfers for each account make conflicts, and aborts. */
    private static final int VERIFIED_TRANSFERS_PER_ACCOUNT = 100;

    private static final int MIN_VERIFIED_ACCOUNTS = 10;
    private static final int VERIFIED_BUSY_MS = 5_000;
    private static final double IDLE_SHARE = 0.1;
    private static final double MS_PER_SECOND = 1e3;

    /** With the parallelism of the command line. */
    public Configuration(
            String name,
            Subject subject,
            String stateBackend,
            String baseline,
            int accounts,
            Mix mix) {
        this(name, subject, stateBackend, baseline, accounts, mix, 0, 0);
    }

    /** The same with a parallelism of its own. */
    public Configuration withParallelism(int operators) {
        return new Configuration(
                name, subject, stateBackend, baseline, accounts, mix, operators, processors);
    }

    /** The same on some of the processors. */
    public Configuration withProcessors(int some) {
        return new Configuration(
                name, subject, stateBackend, baseline, accounts, mix, parallelism, some);
    }

    /** What transactions are promised; null without transactions. */
    public @Nullable Guarantee guarantee() {
        return subject.guarantee();
    }

    /** The number of accounts, if the configuration says it; else the one given. */
    public int accountsOr(int otherwise) {
        return accounts > 0 ? accounts : otherwise;
    }

    /** Transfers of the run whose results are checked: as many as take some seconds. */
    public int verifiedTransfers(int parallelism) {
        int transfers = subject.verifiedTransfers() / subject.topology().states();
        double busyMs = busyMsPerTransfer();
        return busyMs == 0
                ? transfers
                : (int) Math.min(transfers, VERIFIED_BUSY_MS * parallelism / busyMs);
    }

    /** Accounts of the run whose results are checked. */
    public int verifiedAccounts(int parallelism) {
        int few = verifiedTransfers(parallelism) / VERIFIED_TRANSFERS_PER_ACCOUNT;
        return accountsOr(Math.max(MIN_VERIFIED_ACCOUNTS, few));
    }

    /** A rate that leaves nearly all time unused. */
    public double idlePerSecond(int parallelism) {
        if (subject.logging() != Logging.NONE) {
            return RoundSettings.LOGGED_IDLE_PER_SECOND;
        }
        double busyMs = busyMsPerTransfer();
        return busyMs == 0
                ? RoundSettings.IDLE_PER_SECOND
                : Math.min(
                        RoundSettings.IDLE_PER_SECOND,
                        IDLE_SHARE * parallelism * MS_PER_SECOND / busyMs);
    }

    /** The parallelism, if the configuration says it; else the one given. */
    public int parallelismOr(int otherwise) {
        return parallelism > 0 ? parallelism : otherwise;
    }

    private double busyMsPerTransfer() {
        return 2.0 * subject.topology().states() * subject.busyWork().ms();
    }
}
