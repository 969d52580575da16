/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.json.JsonType;

import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.types.Either;
import org.apache.flink.types.Row;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A program that is no job, as it is run with the jars of the client alone. */
final class ClientProgram {
    private static final StateSpec<String, Long> BALANCE =
            StateSpec.named("balance", String.class, Long.class).initialValue(0L);
    private static final StateSpec<String, Customer> CUSTOMER =
            StateSpec.named("customer", String.class, Customer.class);
    private static final ProcedureSpec<Transfer, Receipt> TRANSFER =
            ProcedureSpec.named("transfer", Transfer.class, Receipt.class);

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private static final Order ORDER = new Order("o1", List.of("l1"), Map.of("paid", NOON));

    private ClientProgram() {}

    enum Kind {
        LATE
    }

    record Customer(String name, String city, BigDecimal limit) {}

    record Transfer(String from, String to, int amount) {}

    record Receipt(String account, long balance) {}

    /** As jobs have it that were written before there were records. */
    public static final class Order {
        public String id = "";
        public List<String> lines = List.of();
        public Map<String, Instant> times = Map.of();

        public Order() {}

        Order(String id, List<String> lines, Map<String, Instant> times) {
            this.id = id;
            this.lines = lines;
            this.times = times;
        }

        @Override
        public String toString() {
            return id + " " + lines + " " + times;
        }
    }

    /**
     * Prints what it has read and what a call has given.
     *
     * @param arguments addresses of a server of states, and of one of calls
     */
    public static void main(String[] arguments) {
        QueryClient states = QueryClient.to(URI.create(arguments[0])).build();
        GraphReader bank = states.graph("bank");
        StateQuery<String, Customer> customers = StateQuery.of(CUSTOMER);
        System.out.println(bank.ask(customers.key("c1")).orElseThrow().orElseThrow());
        System.out.println(
                bank.ask(StateQuery.of(BALANCE).where(Field.value().ge(10)).count()).orElseThrow());
        System.out.println(
                bank.stream(customers.all(), 10).map(entry -> entry.value().city()).toList());

        GraphCaller caller = QueryClient.to(URI.create(arguments[1])).build().caller("bank");
        CallResult<Receipt> called =
                caller.call(TRANSFER, new Transfer("alice", "bob", 30)).key("k1").orElseThrow();
        System.out.println(called.emitted());
        CallResult<Void> written =
                caller.transact(Writes.none().put(BALANCE, "carl", 7L)).key("k2").orElseThrow();
        System.out.println(written.isCommitted());

        StateQuery<Order, Long> byOrder =
                StateQuery.of("no such state", Types.POJO(Order.class), Types.LONG);
        System.out.println(bank.ask(byOrder.key(ORDER)).isAnswer());

        roundTrip(Types.TUPLE(Types.STRING, Types.BIG_DEC), Tuple2.of("a", BigDecimal.ONE));
        roundTrip(new TypeHint<Tuple2<Instant, Duration>>() {}, Tuple2.of(NOON, Duration.ZERO));
        roundTrip(
                Types.ROW_NAMED(new String[] {"id", "at"}, Types.LONG, Types.INSTANT),
                Row.of(1L, NOON));
        roundTrip(Types.MAP(Types.STRING, Types.LIST(Types.INT)), Map.of("a", List.of(1, 2)));
        roundTrip(Types.EITHER(Types.STRING, Types.LONG), Either.Right(7L));
        roundTrip(Types.ENUM(Kind.class), Kind.LATE);
        roundTrip(Types.POJO(Order.class), ORDER);
        roundTrip(TypeInformation.of(Order.class), new Order("o2", List.of(), Map.of()));
    }

    private static <T> void roundTrip(TypeHint<T> hint, T value) {
        roundTrip(TypeInformation.of(hint), value);
    }

    /** Writes a value as a question has it, and reads it as an answer has it. */
    private static <T> void roundTrip(TypeInformation<T> type, T value) {
        JsonType<T> json = JsonMapping.load(ClientProgram.class.getClassLoader()).of(type);
        System.out.println(json.fromJson(json.toJson(value)));
    }
}
