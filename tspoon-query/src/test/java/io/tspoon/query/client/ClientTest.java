/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.query.client.QueryResult.Failure;
import io.tspoon.transaction.ExecutionTimestamp;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import static io.tspoon.query.client.TestBank.BALANCE;
import static io.tspoon.query.client.TestBank.CUSTOMER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The client against the server that TaskManagers run, over states in memory. */
class ClientTest {
    private static final StateQuery<String, Long> BALANCES = StateQuery.of(BALANCE);
    private static final StateQuery<String, TestBank.Customer> CUSTOMERS = StateQuery.of(CUSTOMER);

    private TestBank server;
    private GraphReader bank;

    record Address(String city) {}

    @BeforeEach
    void start() throws Exception {
        server = TestBank.start(Map.of());
        bank = QueryClient.to(server.address()).build().graph("bank");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void readsAKey() {
        server.put(BALANCE, "alice", 70L);
        assertThat(bank.ask(BALANCES.key("alice")).orElseThrow()).hasValue(70L);
    }

    @Test
    void keyWithoutValueHasTheInitialOneOrNone() {
        assertThat(bank.ask(BALANCES.key("nobody")).orElseThrow()).hasValue(0L);
        assertThat(bank.ask(CUSTOMERS.key("nobody")).orElseThrow()).isEmpty();
        assertThat(bank.ask(CUSTOMERS.keys("nobody")).orElseThrow()).isEmpty();
    }

    /** Those that have no place in an address, too. */
    @Test
    void keysAreTextsOfAnyKind() {
        GraphReader now = bank.with(Consistency.fresh());
        List<String> keys =
                List.of(
                        "a b",
                        "a/b",
                        "a+b",
                        "a%20b",
                        "ä€𝄞",
                        "\"",
                        "?&=#",
                        "",
                        "no UTF-16: \ud834",
                        "k".repeat(20_000),
                        "ä".repeat(3_000));
        for (String key : keys) {
            server.put(BALANCE, key, (long) key.length());
            assertThat(now.ask(BALANCES.key(key)).orElseThrow())
                    .as(key)
                    .hasValue((long) key.length());
        }
    }

    @Test
    void readsSeveralKeysInTheirOrder() {
        server.put(BALANCE, "alice", 70L);
        server.put(BALANCE, "bob", Long.MAX_VALUE);
        assertThat(bank.ask(BALANCES.keys("bob", "alice", "nobody")).orElseThrow())
                .containsExactly(
                        Map.entry("bob", Long.MAX_VALUE),
                        Map.entry("alice", 70L),
                        Map.entry("nobody", 0L));
    }

    @Test
    void asksSeveralStatesTogether() {
        TestBank.Customer alice = new TestBank.Customer("Alice", "Rome", new BigDecimal("1.10"));
        server.put(BALANCE, "alice", 70L);
        server.put(CUSTOMER, "alice", alice);
        Question<Optional<Long>> balance = BALANCES.key("alice");
        Question<Map<String, TestBank.Customer>> customer = CUSTOMERS.keys("alice");
        Question<Long> count = BALANCES.all().count();

        Answers answers = bank.askTogether(balance, customer, count).orElseThrow();

        assertThat(answers.to(balance)).hasValue(70L);
        assertThat(answers.to(customer)).containsExactly(Map.entry("alice", alice));
        assertThat(answers.to(count)).isEqualTo(1L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> answers.to(BALANCES.key("alice")))
                .withMessageContaining("was not asked");
    }

    @Test
    void pagesComeFromOneSnapshot() {
        for (int i = 0; i < 10; i++) {
            server.put(BALANCE, "account-" + i, 100L);
        }
        Page<String, Long> page = bank.ask(BALANCES.all().page(4)).orElseThrow();
        assertThat(page.entries()).hasSize(4);
        assertThat(bank.ask(BALANCES.all().descending().first(1)).orElseThrow())
                .containsExactly(new Entry<>("account-9", 100L));
        for (int i = 0; i < 10; i++) {
            server.put(BALANCE, "account-" + i, 0L);
        }
        server.put(BALANCE, "account-99", 0L);
        Page<String, Long> second = bank.ask(page.next().orElseThrow()).orElseThrow();
        Page<String, Long> last = bank.ask(second.next().orElseThrow()).orElseThrow();

        assertThat(second.entries().get(0)).isEqualTo(new Entry<>("account-4", 100L));
        assertThat(last.entries())
                .containsExactly(new Entry<>("account-8", 100L), new Entry<>("account-9", 100L));
        assertThat(last.next()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bank.askTogether(page.next().orElseThrow()))
                .withMessageContaining("Ask it alone");
    }

    @Test
    void streamGivesEachEntryOnce() {
        Map<String, Long> all = new HashMap<>();
        for (int i = 0; i < 57; i++) {
            all.put("account-" + i, (long) i);
        }
        all.forEach((account, balance) -> server.put(BALANCE, account, balance));
        for (int pageSize : new int[] {1, 19, 57, 100}) {
            Map<String, Long> streamed = new HashMap<>();
            bank.stream(BALANCES.all(), pageSize)
                    .forEach(entry -> streamed.merge(entry.key(), entry.value(), Long::sum));
            assertThat(streamed).as("page size %d", pageSize).isEqualTo(all);
        }
        assertThat(bank.stream(CUSTOMERS.all(), 5)).isEmpty();
    }

    @Test
    void selectsByFilterRangeAndProjection() {
        server.put(CUSTOMER, "a1", new TestBank.Customer("Ann", "Rome", BigDecimal.ONE));
        server.put(CUSTOMER, "a2", new TestBank.Customer("Bob", "Oslo", BigDecimal.TEN));
        server.put(CUSTOMER, "b1", new TestBank.Customer("Cid", "Rome", BigDecimal.ZERO));
        Field city = Field.value("city");

        assertThat(keys(CUSTOMERS.where(city.eq("Rome")))).containsExactly("a1", "b1");
        assertThat(keys(CUSTOMERS.where(city.eq("Rome")).where(Field.key().lt("b"))))
                .containsExactly("a1");
        assertThat(keys(CUSTOMERS.where(Filter.or(city.prefix("Os"), Field.value("limit").ge(1)))))
                .containsExactly("a1", "a2");
        assertThat(keys(CUSTOMERS.where(Filter.not(city.in(List.of("Rome", "Bonn"))))))
                .containsExactly("a2");
        assertThat(keys(CUSTOMERS.where(Field.value("fax").exists()))).isEmpty();
        assertThat(keys(CUSTOMERS.all().prefix("a"))).containsExactly("a1", "a2");
        assertThat(keys(CUSTOMERS.all().from("a2").to("b1"))).containsExactly("a2");
        assertThat(keys(CUSTOMERS.all().descending())).containsExactly("b1", "a2", "a1");
        assertThat(bank.stream(CUSTOMERS.all().project(Address.class, city), 2))
                .extracting(entry -> entry.value().city())
                .containsExactly("Rome", "Oslo", "Rome");
    }

    @Test
    void computesInTheServer() {
        server.put(BALANCE, "alice", Long.MAX_VALUE);
        server.put(BALANCE, "bob", Long.MAX_VALUE);
        server.put(BALANCE, "carol", 5L);
        Selection<String, Long> all = BALANCES.all();

        assertThat(bank.ask(all.count()).orElseThrow()).isEqualTo(3L);
        assertThat(bank.ask(all.sum(Field.value())).orElseThrow())
                .isEqualByComparingTo("18446744073709551619");
        assertThat(bank.ask(all.min(Field.value(), Long.class)).orElseThrow()).hasValue(5L);
        assertThat(bank.ask(all.max(Field.key(), String.class)).orElseThrow()).hasValue("carol");
        Selection<String, Long> none = all.where(Field.value().lt(0));
        assertThat(bank.ask(none.max(Field.value(), Long.class)).orElseThrow()).isEmpty();
        assertThat(bank.ask(none.sum(Field.value())).orElseThrow()).isZero();
    }

    /** In logs, and in the error for an answer to a question that was not asked. */
    @Test
    void questionsSayWhatTheyAsk() {
        Field city = Field.value("city");
        Selection<String, TestBank.Customer> some =
                CUSTOMERS
                        .where(Filter.or(city.eq("Rome"), Filter.not(Field.value("limit").ge(1))))
                        .from("a")
                        .to("m")
                        .prefix("b")
                        .descending();
        String all =
                "customer{from a, to m, prefix b, (/value/city eq Rome or not /value/limit ge 1),"
                        + " descending}";

        assertThat(CUSTOMERS).hasToString("StateQuery[customer]");
        assertThat(BALANCES.key("alice")).hasToString("balance[alice]");
        assertThat(BALANCES.keys("alice", "bob")).hasToString("balance[alice, bob]");
        assertThat(some.count()).hasToString("count() of " + all);
        assertThat(some.max(city, String.class)).hasToString("max(/value/city) of " + all);
        assertThat(some.page(5)).hasToString("page of 5 of " + all);
        assertThat(some.first(5)).hasToString("first page of 5 of " + all);
        assertThat(BALANCES.all().project(Address.class, city).page(1))
                .hasToString("page of 1 of balance{project /value/city}");
        server.put(BALANCE, "alice", 1L);
        server.put(BALANCE, "bob", 2L);
        Page<String, Long> page = bank.ask(BALANCES.all().page(1)).orElseThrow();
        assertThat(page.next().orElseThrow()).hasToString("next page of 1 of balance");
    }

    /** By the clock of whoever reads, for who knows no timestamp. */
    @Test
    void readsThePastOfATime() throws Exception {
        server.put(BALANCE, "alice", 70L);
        Instant between = server.draw().instant();
        server.put(BALANCE, "alice", 20L, ExecutionTimestamp.of(between.plusMillis(5)));
        Answer<?> answer =
                (Answer<?>)
                        bank.with(Consistency.at(ExecutionTimestamp.of(between.plusMillis(1))))
                                .ask(BALANCES.key("alice"));

        assertThat(answer.value()).isEqualTo(Optional.of(70L));
        assertThat(answer.timestamp().instant()).isEqualTo(between.plusMillis(1));
        assertThat(bank.with(Consistency.fresh()).ask(BALANCES.key("alice")).orElseThrow())
                .hasValue(20L);
    }

    @Test
    void readsThePast() {
        ExecutionTimestamp before = server.put(BALANCE, "alice", 70L);
        server.put(BALANCE, "alice", 20L);
        assertThat(bank.with(Consistency.at(before)).ask(BALANCES.key("alice")).orElseThrow())
                .hasValue(70L);
        assertThat(bank.with(Consistency.fresh()).ask(BALANCES.key("alice")).orElseThrow())
                .hasValue(20L);
    }

    @Test
    void snapshotBeyondTheRetentionIsTooOld() {
        server.put(BALANCE, "alice", 70L);
        ExecutionTimestamp longAgo = new ExecutionTimestamp(4096);
        assertThat(failure(bank.with(Consistency.at(longAgo)).ask(BALANCES.key("alice"))).reason())
                .isEqualTo(QueryFailureReason.SNAPSHOT_TOO_OLD);
    }

    @Test
    void sessionSeesWhatItHasWritten() throws Exception {
        server.put(BALANCE, "alice", 70L);
        QuerySession session = QuerySession.start();
        GraphReader mine = bank.with(session);
        ExecutionTimestamp written = server.draw();
        session.saw(written);

        CompletableFuture<QueryResult<Optional<Long>>> answer =
                mine.askAsync(BALANCES.key("alice"));
        assertThat(bank.ask(BALANCES.key("alice")).orElseThrow()).hasValue(70L);
        assertThat(answer).isNotDone();
        server.put(BALANCE, "alice", 20L, written);

        assertThat(answer.get().orElseThrow()).hasValue(20L);
        assertThat(session.token()).isGreaterThanOrEqualTo(written);
    }

    @Test
    void sessionNeverGoesBack() {
        QuerySession session = QuerySession.start();
        GraphReader mine = bank.with(session);
        for (long balance = 1; balance <= 20; balance++) {
            ExecutionTimestamp before = session.token();
            server.put(BALANCE, "alice", balance);
            QueryResult<Optional<Long>> result =
                    mine.with(Consistency.fresh()).ask(BALANCES.key("alice"));
            assertThat(result.orElseThrow()).hasValue(balance);
            assertThat(((Answer<?>) result).timestamp()).isGreaterThan(before);
            assertThat(mine.ask(BALANCES.all().sum(Field.value())).orElseThrow())
                    .isEqualByComparingTo(BigDecimal.valueOf(balance));
        }
        assertThat(QuerySession.since(session.token()).token()).isEqualTo(session.token());
    }

    @Test
    void whatIsNotThereIsAFailure() {
        QueryClient client = QueryClient.to(server.address()).build();
        assertThat(failure(client.graph("shop").ask(BALANCES.key("a"))).reason())
                .isEqualTo(QueryFailureReason.UNKNOWN_GRAPH);
        assertThat(failure(client.graph("0".repeat(32), "bank").ask(BALANCES.key("a"))).reason())
                .isEqualTo(QueryFailureReason.UNKNOWN_JOB);
        StateQuery<String, Long> stock = StateQuery.of("stock", String.class, Long.class);
        Failure<?> unknown = failure(bank.ask(stock.key("a")));
        assertThat(unknown.reason()).isEqualTo(QueryFailureReason.UNKNOWN_STATE);
        assertThat(unknown.message()).startsWith("[TSP-4106] Cannot find state: ");
    }

    @Test
    void wrongTypesAreFailures() {
        server.put(CUSTOMER, "a", new TestBank.Customer("Ann", "Rome", BigDecimal.ONE));
        StateQuery<Long, Long> numbers = StateQuery.of("customer", Long.class, Long.class);
        assertThat(failure(bank.ask(numbers.key(7L))).reason())
                .isEqualTo(QueryFailureReason.INVALID_KEY);
        StateQuery<String, Long> longs = StateQuery.of("customer", String.class, Long.class);
        Failure<?> failure = failure(bank.ask(longs.key("a")));
        assertThat(failure.reason()).isEqualTo(QueryFailureReason.UNEXPECTED_ANSWER);
        assertThat(failure.message()).contains("it is no Long", "Rome");
        assertThatThrownBy(() -> bank.stream(longs.all(), 3).count())
                .isInstanceOf(QueryFailedException.class);
    }

    /** The bounds for requests are not those for answers. */
    @Test
    void longNumbersComeBack() {
        BigDecimal limit = new BigDecimal("7".repeat(5_000) + ".5");
        TestBank.Customer rich = new TestBank.Customer("Ann", "Rome", limit);
        server.put(CUSTOMER, "a", rich);
        assertThat(bank.ask(CUSTOMERS.key("a")).orElseThrow()).hasValue(rich);
        assertThat(bank.stream(CUSTOMERS.all(), 3).map(Entry::value)).containsExactly(rich);
        assertThat(
                        bank.ask(CUSTOMERS.all().max(Field.value("limit"), BigDecimal.class))
                                .orElseThrow())
                .hasValue(limit);
    }

    /** As a program of before does when the job has a new version. */
    @Test
    void fieldsThatTheTypeLacksArePassedOver() {
        server.put(CUSTOMER, "a", new TestBank.Customer("Ann", "Rome", BigDecimal.ONE));
        StateQuery<String, Address> addresses =
                StateQuery.of("customer", String.class, Address.class);
        assertThat(bank.ask(addresses.key("a")).orElseThrow()).hasValue(new Address("Rome"));
        assertThat(bank.stream(addresses.all(), 3).map(Entry::value))
                .containsExactly(new Address("Rome"));
    }

    @Test
    void tellsWhatThereIs() {
        server.put(BALANCE, "alice", 70L);
        QueryClient client = QueryClient.to(server.address()).build();
        GraphSummary graph = client.graphs().orElseThrow().get(0);
        assertThat(graph.name()).isEqualTo("bank");
        assertThat(graph.ready()).isTrue();
        assertThat(graph.states()).containsExactlyInAnyOrder("balance", "customer");

        GraphReader byJob = client.graph(graph.job(), graph.name());
        GraphDescription.State balance =
                byJob.describe().orElseThrow().states().stream()
                        .filter(state -> state.name().equals("balance"))
                        .findFirst()
                        .orElseThrow();
        assertThat(balance.keySchema().path("type").asText()).isEqualTo("string");
        assertThat(balance.valueSchema().path("type").asText()).isEqualTo("integer");
        assertThat(balance.readyInstances()).isEqualTo(balance.parallelism());
        assertThat(byJob.metrics().orElseThrow().coordinators()).isPositive();
    }

    @Test
    void documentedLinesWork() {
        server.put(BALANCE, "alice", 70L);
        server.put(BALANCE, "bob", 5_000L);
        assertThat(ClientExample.run(server.address(), "")).isEqualTo("70 2 1 1 0");
    }

    private List<String> keys(Selection<String, ?> selection) {
        return bank.stream(selection, 2).map(Entry::key).toList();
    }

    static Failure<?> failure(QueryResult<?> result) {
        assertThat(result).isInstanceOf(Failure.class);
        return (Failure<?>) result;
    }
}
