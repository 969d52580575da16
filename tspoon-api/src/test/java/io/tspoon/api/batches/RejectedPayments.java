/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.batches;

import io.tspoon.api.Partition;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.TriggerSpec;
import io.tspoon.api.WindowAccess;
import io.tspoon.api.WindowSpec;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Payments in batches that reject, and what a program does that executes one batch after the other
 * and leaves out what is rejected. A payment is counted at its branch, where it comes into a window
 * of the last ones, sets a timer and triggers; then its account is changed. It may be rejected at
 * any place: in front of the procedure, by a constraint, by the function, which may also fail, and
 * behind it.
 */
final class RejectedPayments {
    private static final String PAYMENTS = "payments";
    private static final int BRANCHES = 3;
    private static final int ACCOUNTS = 4;
    private static final int RECENTLY = 5;
    private static final TriggerSpec<Long> RECEIPT = TriggerSpec.named("receipt", Long.class);

    private static final StateSpec<Long, Long> BALANCE =
            StateSpec.named("balance", Long.class, Long.class)
                    .initialValue(0L)
                    .constraint("not negative", balance -> balance >= 0)
                    .partitionedBy(account -> account % BRANCHES, Long.class);

    private static final StateSpec<Long, Long> PAID =
            StateSpec.named("paid", Long.class, Long.class)
                    .initialValue(0L)
                    .partitionedBy(branch -> branch, Long.class);

    private static final WindowSpec<Long, Long, Void> RECENT =
            WindowSpec.ofLast("recent", Long.class, Long.class, RECENTLY)
                    .partitionedBy(branch -> branch, Long.class);

    private static final StateSpec<Long, Long> RECEIPTS =
            StateSpec.named("receipts", Long.class, Long.class).initialValue(0L);

    private final Map<Long, Long> balances = new HashMap<>();
    private final Map<Long, Long> paid = new HashMap<>();
    private final Map<Long, List<Long>> recent = new HashMap<>();
    private final Set<Long> toTrigger = new HashSet<>();
    private final Set<Long> toRemind = new HashSet<>();
    private final Set<String> rules = new HashSet<>();
    private final Set<Long> executed = new HashSet<>();

    private static long branchOf(long payment) {
        return payment / Payments.SIZE % BRANCHES;
    }

    private static long accountOf(long payment) {
        return branchOf(payment) + BRANCHES * (payment % ACCOUNTS);
    }

    private static long amountOf(long payment) {
        return payment % 3 == 0 ? -6 : 4;
    }

    private static boolean isSkipped(long payment) {
        return payment % 19 == 18;
    }

    private static boolean triggers(long payment) {
        return payment % 3 == 0;
    }

    private static boolean reminds(long payment) {
        return payment % 5 < 2;
    }

    // ------------------------------------------------------------------ in a job

    static DataStream<TransactionResult<String>> pay(
            TransactionalGraph named, Payments kind, DataStream<Long> numbers) {
        TransactionalGraph graph = named.onException(ExceptionPolicy.ABORT);
        TransactionalStream<String> paid =
                graph.openBatches(PAYMENTS, numbers, kind.batches().rejecting(), String::valueOf)
                        .filter(payment -> !isSkipped(payment))
                        .map(RejectedPayments::checked, Long.class)
                        .partitionBy(RejectedPayments::branchOf, Types.LONG)
                        .procedure(RejectedPayments::pay, String.class, BALANCE, PAID, RECENT)
                        .onTimer(
                                PAID,
                                Long.class,
                                (branch, of, payment, transaction) ->
                                        transaction.emit("reminder " + payment))
                        .process(RejectedPayments::accept, String.class);
        TransactionalStream<String> receipts =
                graph.openTriggers(numbers.getExecutionEnvironment(), RECEIPT)
                        .keyBy(payment -> payment)
                        .update(
                                RECEIPTS,
                                (count, payment) -> count + 1,
                                (count, payment) -> "receipt " + payment,
                                String.class);
        return TransactionalGraph.closeTransaction(paid, receipts);
    }

    private static long checked(long payment) {
        if (payment % 29 == 28) {
            throw new IllegalArgumentException("in front of " + payment);
        }
        return payment;
    }

    /** Each of its effects comes before some of the reasons why it may be rejected. */
    private static void pay(Partition branch, Long payment, StateContext<String> transaction) {
        long own = branchOf(payment);
        ValueAccess<Long> count = branch.of(PAID, own);
        count.set(count.get() + 1);
        WindowAccess<Long, Void> window = branch.of(RECENT, own);
        window.add(payment);
        if (reminds(payment)) {
            branch.timers(PAID, own).at(Instant.ofEpochMilli(payment), payment);
        }
        if (triggers(payment)) {
            transaction.trigger(RECEIPT, payment);
        }
        transaction.emit("begins " + payment);
        ValueAccess<Long> balance = branch.of(BALANCE, accountOf(payment));
        balance.set(balance.get() + amountOf(payment));
        if ((count.get() + payment) % 11 == 0) {
            transaction.abort("unlucky", "count", count.get());
        }
        if (payment % 23 == 22) {
            throw new IllegalStateException("behind " + payment);
        }
        transaction.emit(payment + ": " + balance.get() + window.elements());
    }

    private static void accept(String text, TransactionContext transaction, Collector<String> out) {
        out.collect(text);
        if (text.startsWith("7", text.indexOf(':') - 1)) {
            transaction.abort("refused behind");
        }
    }

    // ------------------------------------------------------------------ beside it

    /** What becomes of a payment: what it emits, or why it is rejected. */
    private record Expected(List<String> emitted, AbortReason.@Nullable Kind why, String rule) {
        static Expected rejected(AbortReason.Kind why, String rule) {
            return new Expected(List.of(), why, rule);
        }
    }

    /** Checks that the results are those of a serial execution of the batches. */
    static void check(List<TransactionResult<String>> results, Payments kind, int count) {
        RejectedPayments serial = new RejectedPayments();
        Set<String> receipts = new HashSet<>();
        Set<String> reminders = new HashSet<>();
        results.stream()
                .sorted(Comparator.comparing(result -> result.timestamp().value()))
                .forEach(
                        result -> {
                            assertThat(result.isCommitted()).as("%s", result).isTrue();
                            assertThat(result.reasons()).isEmpty();
                            if (result.entrance().equals(PAYMENTS)) {
                                serial.check(result, kind);
                                return;
                            }
                            Set<String> told =
                                    result.entrance().equals(RECEIPT.name()) ? receipts : reminders;
                            result.emitted()
                                    .forEach(text -> assertThat(told.add(text)).as(text).isTrue());
                        });
        assertThat(serial.executed).hasSize(count);
        assertThat(receipts).isEqualTo(texts("receipt ", serial.toTrigger));
        assertThat(reminders).isEqualTo(texts("reminder ", serial.toRemind));
        assertThat(serial.rules)
                .as("each of the ways to be rejected")
                .containsExactlyInAnyOrder(
                        IllegalArgumentException.class.getName(),
                        "not negative",
                        "unlucky",
                        IllegalStateException.class.getName(),
                        "refused behind");
    }

    private static Set<String> texts(String text, Set<Long> payments) {
        Set<String> texts = new HashSet<>();
        payments.forEach(payment -> texts.add(text + payment));
        return texts;
    }

    private void check(TransactionResult<String> result, Payments kind) {
        List<Long> payments =
                result.elements().stream().map(each -> Long.valueOf(each.key())).toList();
        kind.checkBatch(payments);
        Map<String, Object> written = new TreeMap<>();
        List<String> emitted = new ArrayList<>();
        for (int place = 0; place < payments.size(); place++) {
            long payment = payments.get(place);
            assertThat(executed.add(payment)).as("%s", payment).isTrue();
            BatchElement<String> element = result.element(place);
            Expected expected = execute(payment, written);
            assertThat(element.emitted()).as("%s", payment).isEqualTo(expected.emitted());
            emitted.addAll(expected.emitted());
            assertThat(element.isRejected()).isEqualTo(expected.why() != null);
            if (expected.why() != null) {
                element.reasons().forEach(reason -> rules.add(reason.rule()));
                assertThat(element.reasons())
                        .extracting(reason -> reason.kind() + reason.rule() + reason.detail())
                        .containsExactly(expected.why() + expected.rule());
            }
        }
        assertThat(result.emitted()).isEqualTo(emitted);
        Map<String, Object> updates = new TreeMap<>();
        result.updates().stream()
                .filter(each -> List.of("balance", "paid").contains(each.state()))
                .forEach(each -> updates.put(each.state() + " " + each.key(), each.value()));
        assertThat(updates).isEqualTo(written);
    }

    /** Executes a payment, unless it is rejected. */
    private Expected execute(long payment, Map<String, Object> written) {
        if (isSkipped(payment)) {
            return new Expected(List.of(), null, "");
        }
        if (payment % 29 == 28) {
            return Expected.rejected(
                    AbortReason.Kind.FAILURE,
                    IllegalArgumentException.class.getName() + "in front of " + payment);
        }
        long branch = branchOf(payment);
        long count = paid.getOrDefault(branch, 0L) + 1;
        long balance = balances.getOrDefault(accountOf(payment), 0L) + amountOf(payment);
        if (balance < 0) {
            return Expected.rejected(AbortReason.Kind.CONSTRAINT, "not negative");
        }
        if ((count + payment) % 11 == 0) {
            return Expected.rejected(AbortReason.Kind.USER, "unlucky" + "count=" + count);
        }
        if (payment % 23 == 22) {
            return Expected.rejected(
                    AbortReason.Kind.FAILURE,
                    IllegalStateException.class.getName() + "behind " + payment);
        }
        if (payment % 10 == 7) {
            return Expected.rejected(AbortReason.Kind.USER, "refused behind");
        }
        paid.put(branch, count);
        balances.put(accountOf(payment), balance);
        written.put("paid " + branch, count);
        written.put("balance " + accountOf(payment), balance);
        List<Long> window = recent.computeIfAbsent(branch, any -> new ArrayList<>());
        window.add(payment);
        if (window.size() > RECENTLY) {
            window.remove(0);
        }
        if (triggers(payment)) {
            toTrigger.add(payment);
        }
        if (reminds(payment)) {
            toRemind.add(payment);
        }
        return new Expected(
                List.of("begins " + payment, payment + ": " + balance + window), null, "");
    }
}
