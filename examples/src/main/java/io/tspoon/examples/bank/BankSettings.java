/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.cli.WrongUseException;
import io.tspoon.examples.messages.KafkaSettings;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;

/**
 * What the job does: the checked options.
 *
 * @param kafka Kafka to read orders from and write results to; null for none
 * @param input input to read orders from; null with Kafka, or if orders are generated
 * @param generated how to generate orders; null if they are read. With Kafka, they are written to
 *     its topic
 * @param openings balances of accounts before their first order
 * @param parallelism parallelism of the job; 0 for that of the environment
 * @param log URI of the directory of the write-ahead log; null for none
 * @param queryPort port at which balances can be read; 0 for none
 * @param files files that the job writes
 * @param quality how much of the input must be well-formed
 */
record BankSettings(
        @Nullable KafkaSettings kafka,
        @Nullable OrderInput input,
        @Nullable GeneratedOrders generated,
        OpeningBalances openings,
        int parallelism,
        IsolationLevel isolation,
        ConcurrencyControl concurrencyControl,
        @Nullable String log,
        int queryPort,
        OutputFiles files,
        InputQuality quality) {
    private static final int MAX_PORT = 65_535;

    /**
     * Checks the options.
     *
     * @param embedded whether the job runs in this process, with its files and standard input
     * @throws WrongUseException if an option is invalid, or two contradict each other
     */
    static BankSettings of(BankOptions options, boolean embedded) {
        if (options.parallelism != null && options.parallelism < 1) {
            throw new WrongUseException(
                    "Cannot set parallelism: it is below 1, --parallelism="
                            + options.parallelism
                            + ". Give 1 or more, or leave it out.");
        }
        KafkaSettings kafka = options.kafka.settings();
        GeneratedOrders generated = GeneratedOrders.of(options);
        if (kafka != null) {
            check(options, kafka, generated);
        }
        OrderInput input =
                generated == null && kafka == null ? InputCheck.of(options, embedded) : null;
        return new BankSettings(
                kafka,
                input,
                generated,
                openings(options),
                options.parallelism == null ? 0 : options.parallelism,
                options.isolation,
                options.mechanism.control(),
                options.log.location(),
                queryPort(options.queryPort),
                OutputFiles.of(options, input, embedded),
                options.text.quality(kafka != null));
    }

    /** Whether the source can be stopped. One that waits for standard input cannot. */
    boolean canBeDrained() {
        return input == null || !input.isStdin();
    }

    private static void check(
            BankOptions options, KafkaSettings kafka, @Nullable GeneratedOrders generated) {
        if (options.input != null
                || options.columns != null
                || options.results != null
                || options.rejects != null) {
            throw new WrongUseException(
                    "Cannot use both files and topics: --kafka excludes --input, --columns,"
                            + " --results and --rejects. Leave out one or the other.");
        }
        boolean produce = kafka.task() == KafkaSettings.Task.PRODUCE;
        if (produce && generated == null) {
            throw new WrongUseException(
                    "Cannot write orders to Kafka: --produce needs --generate. Add for instance"
                            + " --generate 0 --count 10000.");
        }
        if (!produce && generated != null) {
            throw new WrongUseException(
                    "Cannot both generate orders and read them from Kafka: --generate is for"
                            + " --produce there. Add --produce, or leave out --generate.");
        }
        if (produce && generated != null && generated.count() == Long.MAX_VALUE) {
            throw new WrongUseException(
                    "Cannot write orders to Kafka: there is no end. Add --count or --seconds.");
        }
    }

    private static int queryPort(@Nullable Integer option) {
        if (option != null && (option < 1 || option > MAX_PORT)) {
            throw new WrongUseException(
                    "Cannot serve queries: there is no such port, --query-port="
                            + option
                            + ". Give 1 to "
                            + MAX_PORT
                            + ".");
        }
        return option == null ? 0 : option;
    }

    private static OpeningBalances openings(BankOptions options) {
        try {
            return OpeningBalances.parse(options.openingBalance, options.text.encoding());
        } catch (IllegalArgumentException e) {
            throw new WrongUseException(
                    "Cannot read opening balances: "
                            + e.getMessage()
                            + ", --opening-balance="
                            + options.openingBalance
                            + ". Give an amount such as 2500.00, or a CSV file of lines"
                            + " account,amount or account,bank,amount.");
        }
    }
}
