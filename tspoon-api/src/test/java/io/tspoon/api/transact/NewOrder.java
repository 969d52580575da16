/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.transact;

import io.tspoon.api.ElementsFunction;
import io.tspoon.api.RoleValues;
import io.tspoon.api.Roles;
import io.tspoon.api.StateSpec;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.StateContext;

import java.util.ArrayList;
import java.util.List;

/**
 * The New-Order transaction of TPC-C (revision 5.11, section 2.4): an order gets the next number of
 * its district, and what it costs depends on the taxes of warehouse and district, on the customer's
 * discount, and on the prices of its items; the stock of each item is changed. One order in a
 * hundred names an item that does not exist, and is rolled back.
 *
 * <p>The rows of an order have the number of its transaction as their key, because the number that
 * it gets in its district is not known when the transaction enters.
 */
public final class NewOrder {
    static final long WAREHOUSES = 2;
    static final long DISTRICTS = 6;
    static final long ITEMS = 100;

    /** The first transactions fill the tables: one for each item. */
    static final long LOADS = ITEMS;

    private static final String NO_SUCH_ITEM = "item number is not valid";
    private static final long WHOLE = 10_000;

    /** A district: the number that its next order gets, and its tax in hundredths of a percent. */
    public record District(long nextOrder, long tax) {}

    /** What a warehouse has of an item. */
    public record Stock(long quantity, long yearToDate, long orders, long remoteOrders) {}

    /** Some pieces of an item, from the stock of a warehouse. */
    public record Line(long item, long warehouse, long quantity) {
        long stock() {
            return stockKey(warehouse, item);
        }
    }

    /** An order line as it is kept. */
    public record Ordered(long item, long warehouse, long quantity, long amount) {}

    /** An order with its lines; the total in cents times the square of ten thousand. */
    public record Order(
            long district, long number, long customer, long total, List<Ordered> lines) {}

    /** The transaction with a number: it fills rows, or is an order. */
    public record Command(long number) {
        boolean loads() {
            return number < LOADS;
        }

        private long random(long what, long bound) {
            long mixed = (number * 1_000 + what) * 0x9E3779B97F4A7C15L;
            mixed ^= mixed >>> 32;
            mixed *= 0xD6E8FEB86659FD93L;
            return Math.floorMod(mixed ^ (mixed >>> 32), bound);
        }

        long warehouse() {
            return random(1, WAREHOUSES);
        }

        long district() {
            return random(2, DISTRICTS) * WAREHOUSES + warehouse();
        }

        long customer() {
            return random(3, 30);
        }

        /** From 5 to 15 different items, one in a hundred of them from another warehouse. */
        List<Line> lines() {
            List<Line> lines = new ArrayList<>();
            long count = 5 + random(4, 11);
            long first = random(5, ITEMS);
            for (long i = 0; i < count; i++) {
                boolean remote = random(10 + i, 100) == 0;
                boolean missing = i == count - 1 && random(6, 100) == 0;
                lines.add(
                        new Line(
                                missing ? ITEMS : (first + i * 7) % ITEMS,
                                remote ? (warehouse() + 1) % WAREHOUSES : warehouse(),
                                1 + random(30 + i, 10)));
            }
            return lines;
        }
    }

    /** What the result of an order says. */
    public record Receipt(long number, long total) {}

    /** A state, and the keys of it that a transaction needs. */
    private record Table<K, V>(StateSpec<K, V> state, Roles<Command, K, V> role) {
        static <V> Table<Long, V> updated(
                String name, Class<V> type, ElementsFunction<Command, Long> keys) {
            StateSpec<Long, V> state = StateSpec.named(name, Long.class, type);
            return new Table<>(state, Roles.update(name, state, keys));
        }
    }

    private static final Table<Long, Long> WAREHOUSE =
            Table.updated(
                    "warehouse",
                    Long.class,
                    command ->
                            List.of(
                                    command.loads()
                                            ? command.number() % WAREHOUSES
                                            : command.warehouse()));
    private static final Table<Long, District> DISTRICT =
            Table.updated(
                    "district",
                    District.class,
                    command ->
                            List.of(
                                    command.loads()
                                            ? command.number() % (WAREHOUSES * DISTRICTS)
                                            : command.district()));
    private static final Table<Long, Long> CUSTOMER =
            Table.updated(
                    "customer",
                    Long.class,
                    command ->
                            List.of(command.loads() ? command.number() % 30 : command.customer()));
    private static final Table<Long, Long> ITEM =
            Table.updated(
                    "item",
                    Long.class,
                    command ->
                            command.loads()
                                    ? List.of(command.number())
                                    : command.lines().stream().map(Line::item).toList());
    private static final Table<Long, Stock> STOCK =
            Table.updated("stock", Stock.class, NewOrder::stocks);
    private static final Table<Long, Order> ORDER =
            Table.updated(
                    "order",
                    Order.class,
                    command -> command.loads() ? List.of() : List.of(command.number()));

    static final StateSpec<Long, District> DISTRICTS_STATE = DISTRICT.state;
    static final StateSpec<Long, Stock> STOCK_STATE = STOCK.state;
    static final StateSpec<Long, Order> ORDER_STATE = ORDER.state;

    static final List<Roles<Command, ?, ?>> ROLES =
            List.of(
                    WAREHOUSE.role,
                    DISTRICT.role,
                    CUSTOMER.role,
                    ITEM.role,
                    STOCK.role,
                    ORDER.role);

    /** What a transaction sees of the tables. */
    private interface Rows {
        <K, V> V get(Table<K, V> table, K key);

        <K, V> boolean exists(Table<K, V> table, K key);

        <K, V> void set(Table<K, V> table, K key, V value);

        void emit(Receipt receipt);

        void abort(String rule);
    }

    private NewOrder() {}

    static long stockKey(long warehouse, long item) {
        return warehouse * 1_000 + item;
    }

    private static List<Long> stocks(Command command) {
        if (!command.loads()) {
            return command.lines().stream().map(Line::stock).toList();
        }
        List<Long> all = new ArrayList<>();
        for (long warehouse = 0; warehouse < WAREHOUSES; warehouse++) {
            all.add(stockKey(warehouse, command.number()));
        }
        return all;
    }

    // ------------------------------------------------------------------ the transactions

    private static void run(Command command, Rows rows) {
        if (command.loads()) {
            load(command.number(), rows);
        } else {
            order(command, rows);
        }
    }

    private static void load(long number, Rows rows) {
        rows.set(WAREHOUSE, number % WAREHOUSES, 100 + number % WAREHOUSES);
        long district = number % (WAREHOUSES * DISTRICTS);
        rows.set(DISTRICT, district, new District(1, 50 * district));
        rows.set(CUSTOMER, number % 30, 100 * (number % 30));
        rows.set(ITEM, number, 100 + number * 37 % 900);
        for (long warehouse = 0; warehouse < WAREHOUSES; warehouse++) {
            rows.set(STOCK, stockKey(warehouse, number), new Stock(10 + number % 91, 0, 0, 0));
        }
    }

    private static void order(Command command, Rows rows) {
        District district = rows.get(DISTRICT, command.district());
        long number = district.nextOrder();
        rows.set(DISTRICT, command.district(), new District(number + 1, district.tax()));
        List<Ordered> lines = new ArrayList<>();
        long sum = 0;
        for (Line line : command.lines()) {
            if (!rows.exists(ITEM, line.item())) {
                rows.abort(NO_SUCH_ITEM);
                return;
            }
            long amount = line.quantity() * rows.get(ITEM, line.item());
            sum += amount;
            take(command, line, rows);
            lines.add(new Ordered(line.item(), line.warehouse(), line.quantity(), amount));
        }
        long total =
                sum
                        * (WHOLE - rows.get(CUSTOMER, command.customer()))
                        * (WHOLE + rows.get(WAREHOUSE, command.warehouse()) + district.tax());
        rows.set(
                ORDER,
                command.number(),
                new Order(command.district(), number, command.customer(), total, lines));
        rows.emit(new Receipt(number, total));
    }

    private static void take(Command command, Line line, Rows rows) {
        Stock stock = rows.get(STOCK, line.stock());
        long left = stock.quantity() - line.quantity();
        rows.set(
                STOCK,
                line.stock(),
                new Stock(
                        left < 10 ? left + 91 : left,
                        stock.yearToDate() + line.quantity(),
                        stock.orders() + 1,
                        stock.remoteOrders() + (line.warehouse() == command.warehouse() ? 0 : 1)));
    }

    /** What an order must cost, from the tables as they were filled. */
    static long total(Order order) {
        long sum = order.lines().stream().mapToLong(Ordered::amount).sum();
        long warehouse = order.district() % WAREHOUSES;
        return sum
                * (WHOLE - 100 * order.customer())
                * (WHOLE + 100 + warehouse + 50 * order.district());
    }

    // ------------------------------------------------------------------ how they are executed

    /** As a job executes it. */
    static void execute(
            Command command, RoleValues<Command> at, StateContext<Receipt> transaction) {
        run(
                command,
                new Rows() {
                    @Override
                    public <K, V> V get(Table<K, V> table, K key) {
                        return at.get(table.role, key);
                    }

                    @Override
                    public <K, V> boolean exists(Table<K, V> table, K key) {
                        return at.exists(table.role, key);
                    }

                    @Override
                    public <K, V> void set(Table<K, V> table, K key, V value) {
                        at.set(table.role, key, value);
                    }

                    @Override
                    public void emit(Receipt receipt) {
                        transaction.emit(receipt);
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
                new Rows() {
                    @Override
                    public <K, V> V get(Table<K, V> table, K key) {
                        return view.read(table.state, key);
                    }

                    @Override
                    public <K, V> boolean exists(Table<K, V> table, K key) {
                        return view.exists(table.state, key);
                    }

                    @Override
                    public <K, V> void set(Table<K, V> table, K key, V value) {
                        view.write(table.state, key, value);
                    }

                    @Override
                    public void emit(Receipt receipt) {
                        view.emit(receipt);
                    }

                    @Override
                    public void abort(String rule) {
                        view.abort(rule);
                    }
                });
    }
}
