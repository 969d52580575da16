/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.jspecify.annotations.Nullable;

/**
 * One line of the table: a bank, where its state lies, how many accounts it has, what it is asked.
 *
 * @param name on the command line and in the report; unique in its workload
 * @param bank the job
 * @param stateBackend in Flink's words
 * @param baseline name of the configuration it is compared with
 * @param accounts number of accounts, or 0 for what the command line says
 * @param mix what the requests are
 */
public record Configuration(
        String name, Bank bank, String stateBackend, String baseline, int accounts, Mix mix) {
    /** Few transfers for each account make conflicts, and aborts. */
    private static final int VERIFIED_TRANSFERS_PER_ACCOUNT = 100;

    private static final int MIN_VERIFIED_ACCOUNTS = 10;
    private static final int VERIFIED_BUSY_MS = 5_000;
    private static final double IDLE_SHARE = 0.1;
    private static final double MS_PER_SECOND = 1e3;

    /** What transactions are promised; null for a bank without transactions. */
    public @Nullable Guarantee guarantee() {
        if (bank instanceof RecoveringBank recovering) {
            return recovering.guarantee();
        }
        return bank instanceof TransactionalBank transactional ? transactional.guarantee() : null;
    }

    /** The number of accounts, if the configuration says it; else the one given. */
    public int accountsOr(int otherwise) {
        return accounts > 0 ? accounts : otherwise;
    }

    /** Transfers of the run whose results are checked: as many as take some seconds. */
    int verifiedTransfers(int parallelism) {
        int transfers = RoundSettings.VERIFIED_TRANSFERS / bank.topology().states();
        double busyMs = busyMsPerTransfer();
        return busyMs == 0
                ? transfers
                : (int) Math.min(transfers, VERIFIED_BUSY_MS * parallelism / busyMs);
    }

    /** Accounts of the run whose results are checked. */
    int verifiedAccounts(int parallelism) {
        int few = verifiedTransfers(parallelism) / VERIFIED_TRANSFERS_PER_ACCOUNT;
        return accountsOr(Math.max(MIN_VERIFIED_ACCOUNTS, few));
    }

    /** A rate that leaves nearly all time unused. */
    double idlePerSecond(int parallelism) {
        if (logging() != Logging.NONE) {
            return RoundSettings.LOGGED_IDLE_PER_SECOND;
        }
        double busyMs = busyMsPerTransfer();
        return busyMs == 0
                ? RoundSettings.IDLE_PER_SECOND
                : Math.min(
                        RoundSettings.IDLE_PER_SECOND,
                        IDLE_SHARE * parallelism * MS_PER_SECOND / busyMs);
    }

    /** Whether transactions have a key, and are logged. */
    public Logging logging() {
        if (bank instanceof RecoveringBank) {
            return Logging.BY_KEY;
        }
        return bank instanceof TransactionalBank transactional
                ? transactional.logging()
                : Logging.NONE;
    }

    private double busyMsPerTransfer() {
        return 2.0 * bank.topology().states() * bank.busyWork().ms();
    }
}
