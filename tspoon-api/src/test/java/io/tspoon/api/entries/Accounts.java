/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.entries;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.List;

/**
 * Accounts that are accessed in four places, by elements of different types: offers check that
 * there is enough, deposits add, withdrawals take away, and statements read. In this order, they
 * belong to one transaction of each number.
 */
public final class Accounts {
    static final String ENOUGH = "holds enough";
    static final StateSpec<Long, Long> BALANCE =
            StateSpec.named("balance", Long.class, Long.class)
                    .initialValue(10L)
                    .constraint("balance is not negative", balance -> balance >= 0);
    static final StateSpec<Long, Long> OWNER = Numbers.sums("owner");

    private static final long ACCOUNTS = 7;
    private static final long ASSETS = 3;

    public record Offer(long buyer, long price) {}

    public record Deposit(long account, long amount) {}

    public record Statement(long account) {}

    public record Move(long asset, long buyer) {}

    /** Can be changed in place. */
    public static final class Withdrawal {
        public long account;
        public long amount;

        static Withdrawal of(long account, long amount) {
            Withdrawal withdrawal = new Withdrawal();
            withdrawal.account = account;
            withdrawal.amount = amount;
            return withdrawal;
        }
    }

    /** Can be changed in place. */
    public static final class Note {
        public String text = "";

        static Note of(String text) {
            Note note = new Note();
            note.text = text;
            return note;
        }
    }

    private Accounts() {}

    // ------------------------------------------------------------------ what a number does

    private static long account(long number) {
        return number * 5 % ACCOUNTS;
    }

    private static long amount(long number) {
        return number % 11;
    }

    /** An asset is sold: one account must hold enough, and another one gets a fee. */
    private static boolean isSale(long number) {
        return number % 4 == 2;
    }

    /** One key is read, written, and read again. */
    private static boolean isPayment(long number) {
        return number % 4 == 3;
    }

    static List<Offer> offers(long number) {
        return isSale(number) || isPayment(number)
                ? List.of(new Offer(account(number), amount(number)))
                : List.of();
    }

    static List<Move> moves(long number) {
        return isSale(number) ? List.of(new Move(number % ASSETS, account(number))) : List.of();
    }

    static List<Deposit> deposits(long number) {
        if (isSale(number)) {
            return List.of(new Deposit((account(number) + 3) % ACCOUNTS, 1));
        }
        return number % 4 == 0 ? List.of(new Deposit(account(number), amount(number))) : List.of();
    }

    static List<Withdrawal> withdrawals(long number) {
        return number % 4 == 1 || isPayment(number)
                ? List.of(Withdrawal.of(account(number), amount(number)))
                : List.of();
    }

    static List<Statement> statements(long number) {
        return isPayment(number) ? List.of(new Statement(account(number))) : List.of();
    }

    // ------------------------------------------------------------------ the t-graph

    /**
     * @param changes whether functions change what they were given and have emitted
     */
    public static DataStream<TransactionResult<String>> settle(
            TransactionalGraph graph, DataStream<Long> numbers, boolean changes) {
        TransactionalStream<Long> opened =
                graph.openTransaction(numbers, number -> Long.toString(number));
        TransactionalStream<String> offers =
                opened.flatMap(Accounts::offers, Offer.class)
                        .keyBy(Offer::buyer)
                        .check(BALANCE, (balance, offer) -> balance >= offer.price(), ENOUGH)
                        .map(offer -> "offer of " + offer.price());
        TransactionalStream<String> moves =
                opened.flatMap(Accounts::moves, Move.class)
                        .keyBy(Move::asset)
                        .write(OWNER, Move::buyer)
                        .map(owner -> "owner " + owner);
        TransactionalStream<String> deposits =
                opened.flatMap(Accounts::deposits, Deposit.class)
                        .keyBy(Deposit::account)
                        .neverFails()
                        .update(BALANCE, (balance, deposit) -> balance + deposit.amount())
                        .map(balance -> "balance " + balance);
        TransactionalStream<Note> withdrawals =
                opened.flatMap(Accounts::withdrawals, Withdrawal.class)
                        .keyBy(withdrawal -> withdrawal.account)
                        .failsOnlyIf(withdrawal -> withdrawal.amount > 0)
                        .apply(
                                BALANCE,
                                (balance, withdrawal, transaction) ->
                                        withdraw(balance, withdrawal, transaction, changes),
                                Note.class);
        TransactionalStream<String> first = withdrawals.map(note -> read(note, changes));
        TransactionalStream<String> second = withdrawals.map(note -> read(note, changes));
        TransactionalStream<String> statements =
                opened.flatMap(Accounts::statements, Statement.class)
                        .keyBy(Statement::account)
                        .read(BALANCE, (balance, statement) -> "has " + balance, String.class);
        return TransactionalGraph.closeTransaction(
                offers, moves, deposits, first, second, statements);
    }

    private static void withdraw(
            ValueAccess<Long> balance,
            Withdrawal withdrawal,
            StateContext<Note> transaction,
            boolean changes) {
        balance.set(balance.get() - withdrawal.amount);
        Note note = Note.of("withdrawn " + withdrawal.amount);
        transaction.emit(note);
        if (changes) {
            note.text = "changed";
            withdrawal.amount = -1;
        }
    }

    private static String read(Note note, boolean changes) {
        String text = note.text;
        if (changes) {
            note.text = "changed";
        }
        return text;
    }

    // ------------------------------------------------------------------ one after the other

    static void replay(long number, SerialReplay.View view) {
        for (Offer offer : offers(number)) {
            if (view.read(BALANCE, offer.buyer()) < offer.price()) {
                view.abort(ENOUGH);
            }
            view.emit("offer of " + offer.price());
        }
        for (Move move : moves(number)) {
            view.emit("owner " + view.write(OWNER, move.asset(), move.buyer()));
        }
        for (Deposit deposit : deposits(number)) {
            long balance = view.read(BALANCE, deposit.account()) + deposit.amount();
            view.emit("balance " + view.write(BALANCE, deposit.account(), balance));
        }
        for (Withdrawal withdrawal : withdrawals(number)) {
            long balance = view.read(BALANCE, withdrawal.account) - withdrawal.amount;
            view.write(BALANCE, withdrawal.account, balance);
            view.emit("withdrawn " + withdrawal.amount);
            view.emit("withdrawn " + withdrawal.amount);
        }
        for (Statement statement : statements(number)) {
            view.emit("has " + view.read(BALANCE, statement.account()));
        }
    }
}
