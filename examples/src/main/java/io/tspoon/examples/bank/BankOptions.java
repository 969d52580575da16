/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.cli.InputOptions;
import io.tspoon.examples.cli.LogOptions;
import io.tspoon.examples.messages.KafkaOptions;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command-line options as typed; {@link BankSettings} checks them. Add further options here.
 */
final class BankOptions {
    /** The mechanisms of concurrency control, named as on the command line. */
    enum Mechanism {
        LB(ConcurrencyControl.LOCK_BASED),
        TB(ConcurrencyControl.TIMESTAMP_BASED),
        DT(ConcurrencyControl.DETERMINISTIC);

        private final ConcurrencyControl control;

        Mechanism(ConcurrencyControl control) {
            this.control = control;
        }

        ConcurrencyControl control() {
            return control;
        }
    }

    @Option(
            names = "--input",
            paramLabel = "FILE|-",
            description = {
                "Orders to execute: CSV, TSV, or JSON lines; - for standard input.",
                "Default: the sample that ships with the example."
            })
    @Nullable String input;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "auto, csv, tsv or json. Default: auto, by the first line.")
    OrderFormat format = OrderFormat.AUTO;

    @Option(
            names = "--columns",
            paramLabel = "FIELD=COLUMN,...",
            description = {
                "Columns by name, or by position from 1: id, payer, payee_bank, payee, amount.",
                "Others are ignored then. Default: by a header with these names and no others,"
                        + " else id, payer, [payee_bank,] payee, amount."
            })
    @Nullable String columns;

    @Option(
            names = "--opening-balance",
            paramLabel = "AMOUNT|FILE",
            description = {
                "What each account of this bank opens with, or a CSV file: account,[bank,]amount.",
                "Accounts at other banks and, with a file, accounts that it does not list open"
                        + " with 0. Default: ${DEFAULT-VALUE}."
            })
    String openingBalance = "2500.00";

    @Option(
            names = "--generate",
            paramLabel = "RATE",
            description = {
                "Make up orders, this many a second; 0 for as many as possible.",
                "Ends with Ctrl-C, or after --count or --seconds."
            })
    @Nullable Double rate;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "With --generate: stop after so many orders.")
    @Nullable Long count;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "With --generate: stop after the orders of so many seconds.")
    @Nullable Integer seconds;

    @Option(
            names = "--accounts",
            paramLabel = "N",
            description = "With --generate: number of accounts. Default: ${DEFAULT-VALUE}.")
    int accounts = 10_000;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "With --generate: other orders. Default: ${DEFAULT-VALUE}.")
    long seed = 1;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Instances of each operator. Default: one for each processor.")
    @Nullable Integer parallelism;

    @Option(
            names = "--isolation",
            paramLabel = "LEVEL",
            description = "PL1, PL2, PL3 or PL4. Default: ${DEFAULT-VALUE}.")
    IsolationLevel isolation = IsolationLevel.PL3;

    @Option(
            names = "--concurrency-control",
            paramLabel = "LB|TB|DT",
            description = {
                "By locks, by timestamps, or by deterministic chains, which are PL4 always.",
                "Default: ${DEFAULT-VALUE}."
            })
    Mechanism mechanism = Mechanism.TB;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "Write one line of JSON for each order.")
    @Nullable String results;

    @Option(
            names = "--balances",
            paramLabel = "FILE",
            description = "Write the final balances, CSV.")
    @Nullable String balances;

    @Option(
            names = "--rejects",
            paramLabel = "FILE",
            description = {
                "Where malformed lines go, CSV.",
                "Default: the input file's name with .rejects, or bank-rejects.txt."
            })
    @Nullable String rejects;

    @Option(
            names = "--query-port",
            paramLabel = "PORT",
            description = {
                "Let others read the balances over HTTP at this port while the job runs.",
                "Best with --generate, since a job whose input ends ends too."
            })
    @Nullable Integer queryPort;

    @Mixin final LogOptions log = new LogOptions();

    @Mixin final InputOptions text = new InputOptions();

    @Mixin final KafkaOptions kafka = new KafkaOptions();
}
