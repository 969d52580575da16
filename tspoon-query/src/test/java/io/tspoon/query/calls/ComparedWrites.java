/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.calls;

import io.tspoon.api.StateSpec;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.testing.Bank;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writers that read three balances in one snapshot, and move money between two of them unless one
 * of the three has changed. Any thread may use it.
 */
final class ComparedWrites {
    private static final String STATE = Bank.BALANCE.name();

    private final CalledBank bank;
    private final Map<String, Move> sent = new ConcurrentHashMap<>();

    /**
     * What is to be moved, and what accounts are expected to have.
     *
     * @param witness an account that is not written
     */
    private record Move(
            int from, int to, int witness, long amount, long fromHas, long toHas, long seen) {
        String body() {
            return ("{'expect':[{'state':'%1$s','key':%2$d,'value':%4$d},"
                            + "{'state':'%1$s','key':%3$d,'value':%5$d},"
                            + "{'state':'%1$s','key':%8$d,'value':%9$d}],"
                            + "'put':[{'state':'%1$s','key':%2$d,'value':%6$d},"
                            + "{'state':'%1$s','key':%3$d,'value':%7$d}]}")
                    .formatted(
                            STATE,
                            from,
                            to,
                            fromHas,
                            toHas,
                            fromHas - amount,
                            toHas + amount,
                            witness,
                            seen);
        }
    }

    ComparedWrites(CalledBank bank) {
        this.bank = bank;
    }

    /** Tries to move money as often as said, each time with a key of its own. */
    Map<String, Answer> tryAll(long first, int count) throws Exception {
        Map<String, Answer> answers = new HashMap<>();
        for (long number = first; number < first + count; number++) {
            Transfer transfer = Transfer.numbered(number, CalledBank.ACCOUNTS, 42);
            Move move = read(transfer.source(), transfer.destination());
            String key = "move" + number;
            sent.put(key, move);
            Answer answer = bank.write(key, move.body(), "");
            assertThat(answer.status()).as("%s", answer.json()).isEqualTo(200);
            answers.put(key, answer);
        }
        return answers;
    }

    /** Moves half of what there is. */
    private Move read(int from, int to) throws Exception {
        int witness = (to + 1) % CalledBank.ACCOUNTS;
        if (witness == from) {
            witness = (from + 1) % CalledBank.ACCOUNTS;
        }
        JsonNode entries =
                bank.http()
                        .post(
                                "/v1/graphs/bank/query",
                                "{'reads':[{'state':'%s','keys':[%d,%d,%d]}],'consistency':'fresh'}"
                                        .formatted(STATE, from, to, witness))
                        .json()
                        .at("/results/0/entries");
        long fromHas = entries.at("/0/value").asLong();
        return new Move(
                from,
                to,
                witness,
                fromHas / 2,
                fromHas,
                entries.at("/1/value").asLong(),
                entries.at("/2/value").asLong());
    }

    /**
     * Executes one of them by itself, and compares its outcome and updates.
     *
     * @param balances before it; afterwards they are those behind it
     */
    void replay(TransactionResult<?> result, Map<Integer, Long> balances) {
        Move move = sent.get(result.key());
        List<AbortReason> expected = new ArrayList<>();
        addUnless(move.fromHas(), move.from(), 0, balances, expected);
        addUnless(move.toHas(), move.to(), 1, balances, expected);
        addUnless(move.seen(), move.witness(), 2, balances, expected);
        assertThat(result.isAborted()).as("outcome of %s", result).isEqualTo(!expected.isEmpty());
        if (result.isAborted()) {
            // One that has objected is enough, so the other may not have been asked.
            assertThat(result.reasons()).isNotEmpty().isSubsetOf(expected);
            assertThat(result.updates()).isEmpty();
            return;
        }
        balances.put(move.from(), move.fromHas() - move.amount());
        balances.put(move.to(), move.toHas() + move.amount());
        StateSpec<Integer, Long> state = Bank.BALANCE;
        assertThat(result.updates())
                .containsExactlyInAnyOrder(
                        new StateUpdate(state.name(), move.from(), balances.get(move.from())),
                        new StateUpdate(state.name(), move.to(), balances.get(move.to())));
    }

    private static void addUnless(
            long value,
            int account,
            int position,
            Map<Integer, Long> balances,
            List<AbortReason> reasons) {
        if (balances.getOrDefault(account, Bank.OPENING) != value) {
            reasons.add(
                    new AbortReason(
                            AbortReason.Kind.EXPECTATION,
                            STATE,
                            Integer.toString(account),
                            "/expect/" + position,
                            "exists=" + balances.containsKey(account)));
        }
    }
}
