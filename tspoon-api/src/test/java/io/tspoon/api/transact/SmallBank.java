/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.transact;

import io.tspoon.api.RoleValues;
import io.tspoon.api.Roles;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Bank;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.List;

/**
 * SmallBank (Alomari et al., ICDE 2008): customers with a checking and a savings account, and six
 * types of transactions. Values flow from one account to another: Amalgamate moves all that there
 * is, Balance and WriteCheck look at both accounts of a customer.
 */
public final class SmallBank {
    static final long CUSTOMERS = 12;
    static final long OPENING = 100;
    private static final long PENALTY = 1;

    static final StateSpec<Long, Long> CHECKING = accounts("checking");
    static final StateSpec<Long, Long> SAVINGS = accounts("savings");

    static final Roles<Command, Long, Long> CHECKED =
            Roles.update("checked", CHECKING, Command::checked);
    static final Roles<Command, Long, Long> SAVED = Roles.update("saved", SAVINGS, Command::saved);

    public enum Kind {
        BALANCE,
        DEPOSIT_CHECKING,
        TRANSACT_SAVINGS,
        AMALGAMATE,
        WRITE_CHECK,
        SEND_PAYMENT
    }

    /** One transaction. */
    public record Command(long number, Kind kind, long customer, long other, long amount) {
        static Command of(long number) {
            long customer = number * 7 % CUSTOMERS;
            return new Command(
                    number,
                    Kind.values()[(int) (number * 31 % 97 % Kind.values().length)],
                    customer,
                    (customer + 1 + number % (CUSTOMERS - 1)) % CUSTOMERS,
                    number % 41);
        }

        List<Long> checked() {
            return switch (kind) {
                case TRANSACT_SAVINGS -> List.of();
                case AMALGAMATE, SEND_PAYMENT -> List.of(customer, other);
                case BALANCE, DEPOSIT_CHECKING, WRITE_CHECK -> List.of(customer);
            };
        }

        List<Long> saved() {
            return switch (kind) {
                case DEPOSIT_CHECKING, SEND_PAYMENT -> List.of();
                case BALANCE, TRANSACT_SAVINGS, AMALGAMATE, WRITE_CHECK -> List.of(customer);
            };
        }
    }

    /** What a transaction sees of the bank. */
    private interface Accounts {
        long checking(long customer);

        long savings(long customer);

        void checking(long customer, long money);

        void savings(long customer, long money);

        /** Tells by how much the money in the bank changes, and the balance of the customer. */
        void emit(long change, long balance);

        void abort(String rule);
    }

    /** What the result of a transaction says. */
    public record Receipt(long change, long balance) {}

    private SmallBank() {}

    /** Executes the commands with these numbers. */
    public static DataStream<TransactionResult<Receipt>> run(
            TransactionalGraph graph, DataStream<Long> numbers) {
        return graph.openTransaction(
                        numbers.map(Command::of).returns(Command.class),
                        command -> Long.toString(command.number()))
                .transact(List.of(CHECKED, SAVED), SmallBank::execute, Receipt.class)
                .closeTransaction();
    }

    /** One result for each number, as a serial execution gives it. */
    static void check(List<TransactionResult<Receipt>> results, long count) {
        Bank.checkComplete(results, 0, count);
        SerialReplay.of(results, (key, view) -> replay(Command.of(Long.parseLong(key)), view));
    }

    private static StateSpec<Long, Long> accounts(String name) {
        return StateSpec.named(name, Long.class, Long.class)
                .initialValue(OPENING)
                .constraint(name + " is not negative", money -> money >= 0);
    }

    private static void run(Command command, Accounts bank) {
        long customer = command.customer();
        long amount = command.amount();
        switch (command.kind()) {
            case BALANCE -> bank.emit(0, bank.checking(customer) + bank.savings(customer));
            case DEPOSIT_CHECKING -> {
                bank.checking(customer, bank.checking(customer) + amount);
                bank.emit(amount, bank.checking(customer));
            }
            case TRANSACT_SAVINGS -> {
                bank.savings(customer, bank.savings(customer) + amount - 20);
                bank.emit(amount - 20, bank.savings(customer));
            }
            case AMALGAMATE -> {
                long all = bank.checking(customer) + bank.savings(customer);
                bank.checking(customer, 0);
                bank.savings(customer, 0);
                bank.checking(command.other(), bank.checking(command.other()) + all);
                bank.emit(0, all);
            }
            case WRITE_CHECK -> {
                long both = bank.checking(customer) + bank.savings(customer);
                long paid = both < amount ? amount + PENALTY : amount;
                bank.checking(customer, bank.checking(customer) - paid);
                bank.emit(-paid, both);
            }
            case SEND_PAYMENT -> {
                if (bank.checking(customer) < amount) {
                    bank.abort("not enough money");
                }
                bank.checking(customer, bank.checking(customer) - amount);
                bank.checking(command.other(), bank.checking(command.other()) + amount);
                bank.emit(0, bank.checking(customer));
            }
        }
    }

    /** As a job executes it. */
    static void execute(
            Command command, RoleValues<Command> at, StateContext<Receipt> transaction) {
        run(
                command,
                new Accounts() {
                    @Override
                    public long checking(long customer) {
                        return at.get(CHECKED, customer);
                    }

                    @Override
                    public long savings(long customer) {
                        return at.get(SAVED, customer);
                    }

                    @Override
                    public void checking(long customer, long money) {
                        at.set(CHECKED, customer, money);
                    }

                    @Override
                    public void savings(long customer, long money) {
                        at.set(SAVED, customer, money);
                    }

                    @Override
                    public void emit(long change, long balance) {
                        transaction.emit(new Receipt(change, balance));
                    }

                    @Override
                    public void abort(String rule) {
                        transaction.abort(rule);
                    }
                });
    }

    /** As a serial execution does it. */
    static void replay(Command command, SerialReplay.View view) {
        run(
                command,
                new Accounts() {
                    @Override
                    public long checking(long customer) {
                        return view.read(CHECKING, customer);
                    }

                    @Override
                    public long savings(long customer) {
                        return view.read(SAVINGS, customer);
                    }

                    @Override
                    public void checking(long customer, long money) {
                        view.write(CHECKING, customer, money);
                    }

                    @Override
                    public void savings(long customer, long money) {
                        view.write(SAVINGS, customer, money);
                    }

                    @Override
                    public void emit(long change, long balance) {
                        view.emit(new Receipt(change, balance));
                    }

                    @Override
                    public void abort(String rule) {
                        view.abort(rule);
                    }
                });
    }
}
