/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.batches;

import io.tspoon.api.Batches;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Payments in batches, and what a program does that executes one batch after the other. A payment
 * is a number: it adds 1 to one of a few accounts and takes it from another. One in a hundred is
 * refused, with all of its batch.
 */
public enum Payments {
    /** As they come; a batch may be short, too. */
    COUNT {
        @Override
        Batches<Long> batches() {
            return Batches.<Long>ofCount(SIZE).within(Duration.ofMillis(5));
        }

        @Override
        void checkBatch(List<Long> payments) {
            assertThat(payments).hasSizeBetween(1, SIZE);
        }
    },

    /** As they come; only the last of a coordinator is short. */
    FULL {
        @Override
        Batches<Long> batches() {
            return Batches.ofCount(SIZE);
        }

        @Override
        void checkBatch(List<Long> payments) {
            assertThat(payments).hasSizeBetween(1, SIZE);
        }
    },

    /** Ten in a row, the last of which says so. */
    LAST {
        @Override
        Batches<Long> batches() {
            return Batches.byKey(
                    payment -> "file " + payment / SIZE, payment -> payment % SIZE == SIZE - 1);
        }

        @Override
        void checkBatch(List<Long> payments) {
            long first = payments.get(0);
            assertThat(first % SIZE).isZero();
            assertThat(payments).isEqualTo(numbers(first, first + SIZE, 1));
        }
    },

    /** From all over the input, so that many wait at any time. */
    SIZE_TOLD {
        @Override
        Batches<Long> batches() {
            return Batches.byKeyAndSize(payment -> "file " + payment % FILES, payment -> SIZE);
        }

        @Override
        void checkBatch(List<Long> payments) {
            assertThat(payments).hasSize(SIZE);
            assertThat(payments)
                    .extracting(payment -> payment % FILES)
                    .containsOnly(payments.get(0) % FILES);
        }
    },

    /** From all over the input, and of several sizes, so that one that begins early ends late. */
    INTERLEAVED {
        @Override
        Batches<Long> batches() {
            return Batches.byKeyAndSize(
                    payment -> "file " + payment % FILES, payment -> sizeOf(payment % FILES));
        }

        @Override
        void checkBatch(List<Long> payments) {
            long file = payments.get(0) % FILES;
            assertThat(payments).hasSize(sizeOf(file));
            assertThat(payments).extracting(payment -> payment % FILES).containsOnly(file);
        }

        private int sizeOf(long file) {
            return file % 3 == 0 ? 2 * SIZE : file % 3 == 1 ? SIZE : SIZE / 2;
        }
    },

    /** What has come between two watermarks. */
    WATERMARK {
        @Override
        Batches<Long> batches() {
            return Batches.byWatermark();
        }

        @Override
        void checkBatch(List<Long> payments) {
            assertThat(payments).isNotEmpty();
        }
    };

    static final int SIZE = 10;
    static final int FILES = 200;

    private static final int ACCOUNTS = 7;
    private static final int REFUSED = 97;
    private static final String AUDITS = "audits";
    private static final List<String> ALL_ACCOUNTS =
            IntStream.range(0, ACCOUNTS).mapToObj(account -> "a" + account).toList();
    private static final StateSpec<String, Long> BALANCE =
            StateSpec.named("balance", String.class, Long.class).initialValue(0L);

    /** What a payment does to one account. */
    public record Movement(String account, long amount) {}

    /** How payments become batches. */
    abstract Batches<Long> batches();

    /** Checks what is in a batch. */
    abstract void checkBatch(List<Long> payments);

    static List<Movement> movements(long payment) {
        return List.of(
                new Movement("a" + payment % ACCOUNTS, -1),
                new Movement("a" + payment / SIZE % ACCOUNTS, 1));
    }

    static boolean isRefused(long payment) {
        return payment % REFUSED == REFUSED - 1;
    }

    private static List<Long> numbers(long from, long to, int step) {
        return LongStream.iterate(from, each -> each < to, each -> each + step).boxed().toList();
    }

    /** Pays. */
    DataStream<TransactionResult<String>> pay(TransactionalGraph graph, DataStream<Long> payments) {
        return pay(graph.openBatches(payments, batches(), String::valueOf));
    }

    /** Pays, and reads all accounts at once for each audit. */
    DataStream<TransactionResult<String>> payAndAudit(
            TransactionalGraph graph, DataStream<Long> payments, DataStream<Long> audits) {
        TransactionalStream<String> paid =
                paid(graph.openBatches("payments", payments, batches(), String::valueOf));
        TransactionalStream<String> audited =
                graph.openTransaction(AUDITS, audits, audit -> "audit " + audit)
                        .flatMap(audit -> ALL_ACCOUNTS, String.class)
                        .keyBy(account -> account)
                        .read(BALANCE, (balance, account) -> account + "=" + balance, String.class);
        return TransactionalGraph.closeTransaction(paid, audited);
    }

    static DataStream<TransactionResult<String>> pay(TransactionalStream<Long> opened) {
        return TransactionalGraph.closeTransaction(paid(opened));
    }

    private static TransactionalStream<String> paid(TransactionalStream<Long> opened) {
        return opened.process(
                        (payment, transaction, out) -> {
                            if (isRefused(payment)) {
                                transaction.abort("refused", "payment", payment);
                            }
                            out.collect(payment);
                        },
                        Long.class)
                .flatMap(Payments::movements, Movement.class)
                .keyBy(Movement::account)
                .update(
                        BALANCE,
                        (balance, movement) -> balance + movement.amount(),
                        (balance, movement) -> movement.account() + "=" + balance,
                        String.class);
    }

    /** Checks that the results are those of a serial execution of the batches. */
    void check(List<TransactionResult<String>> results, int count) {
        List<TransactionResult<String>> inOrder = new ArrayList<>(results);
        inOrder.sort(Comparator.comparing(result -> result.timestamp().value()));
        Map<String, Long> balances = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (TransactionResult<String> result : inOrder) {
            if (result.entrance().equals(AUDITS)) {
                checkAudit(result, balances);
                continue;
            }
            List<Long> payments =
                    result.elements().stream().map(each -> Long.parseLong(each.key())).toList();
            payments.forEach(
                    payment -> assertThat(seen.add("" + payment)).as("%s", payment).isTrue());
            checkBatch(payments);
            checkSerial(result, payments, balances);
        }
        assertThat(seen).hasSize(count);
    }

    /** It has seen the batches before it, each of them whole. */
    private static void checkAudit(TransactionResult<String> audit, Map<String, Long> balances) {
        assertThat(audit.elements()).isEmpty();
        assertThat(audit.emitted())
                .containsExactlyInAnyOrderElementsOf(
                        ALL_ACCOUNTS.stream()
                                .map(account -> account + "=" + balances.getOrDefault(account, 0L))
                                .toList());
    }

    private static void checkSerial(
            TransactionResult<String> result, List<Long> payments, Map<String, Long> balances) {
        List<Long> refused = payments.stream().filter(Payments::isRefused).toList();
        assertThat(result.isAborted()).isEqualTo(!refused.isEmpty());
        if (result.isAborted()) {
            assertThat(result.emitted()).isEmpty();
            assertThat(result.updates()).isEmpty();
            assertThat(result.reasons())
                    .extracting(AbortReason::detail)
                    .containsExactly("payment=" + refused.get(0) + ", element=" + refused.get(0));
            return;
        }
        Map<String, Long> written = new TreeMap<>();
        for (int i = 0; i < payments.size(); i++) {
            List<String> emitted = new ArrayList<>();
            for (Movement movement : movements(payments.get(i))) {
                long balance = balances.merge(movement.account(), movement.amount(), Long::sum);
                written.put(movement.account(), balance);
                emitted.add(movement.account() + "=" + balance);
            }
            BatchElement<String> element = result.element(i);
            assertThat(element.emitted()).containsExactlyInAnyOrderElementsOf(emitted);
        }
        Map<String, Object> updates = new TreeMap<>();
        result.updates().forEach(update -> updates.put((String) update.key(), update.value()));
        assertThat(updates).isEqualTo(written);
        assertThat(result.emitted()).hasSize(2 * payments.size());
    }
}
