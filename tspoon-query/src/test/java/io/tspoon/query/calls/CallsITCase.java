/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.calls;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.query.client.CallResult;
import io.tspoon.query.client.Consistency;
import io.tspoon.query.client.GraphCall;
import io.tspoon.query.client.GraphCaller;
import io.tspoon.query.client.GraphReader;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryFailureReason;
import io.tspoon.query.client.QueryResult;
import io.tspoon.query.client.StateQuery;
import io.tspoon.query.client.Writes;
import io.tspoon.query.server.Gateway;
import io.tspoon.query.testing.Await;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.AbortReason;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;

/** A job that is only called, through a gateway, which has to ask for the coordinators of keys. */
class CallsITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    /** What is to be transferred. */
    public record Transfer(String from, String to, int amount) {
        List<Movement> movements() {
            return List.of(new Movement(from, -amount), new Movement(to, amount));
        }
    }

    /** What a transfer does to one account. */
    public record Movement(String account, int amount) {}

    /** What an account has then. */
    public record Receipt(String account, long balance) {}

    /** Who has paid last into an account. */
    public record Payer(String account) {}

    private static final StateSpec<String, Long> BALANCE =
            StateSpec.named("balance", String.class, Long.class)
                    .initialValue(100L)
                    .constraint("balance is not negative", balance -> balance >= 0);
    private static final StateSpec<String, Payer> PAYER =
            StateSpec.named("payer", String.class, Payer.class);
    private static final ProcedureSpec<Transfer, Receipt> TRANSFER =
            ProcedureSpec.named("transfer", Transfer.class, Receipt.class)
                    .checked(
                            transfer ->
                                    transfer.amount() > 0
                                            ? List.of()
                                            : List.of("amount must be positive"));
    private static final ProcedureSpec<Transfer, Receipt> STEAL =
            ProcedureSpec.named("steal", Transfer.class, Receipt.class);
    private static final String SECRET = "-0123456789abcdef";
    private static final int KEYS = 12;

    @TempDir Path folder;

    private JobClient job;
    private Gateway gateway;

    /** Servers and gateway know a caller and a reader. */
    @BeforeEach
    void start(@InjectMiniCluster MiniCluster cluster) throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", "0");
        options.setString(
                "tspoon.query.tokens-file",
                Files.writeString(
                                folder.resolve("tokens"),
                                "shop read,call:bank/*,write:bank/* shop"
                                        + SECRET
                                        + "\nreader read reader"
                                        + SECRET
                                        + "\n")
                        .toString());
        options.setString(
                "tspoon.query.peer-token-file",
                Files.writeString(folder.resolve("peers"), "peers" + SECRET).toString());
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, options);
        TransactionalStream<Transfer> called =
                TransactionalGraph.named("bank")
                        .queryable()
                        .writable(BALANCE, PAYER)
                        .openCalls(environment, TRANSFER);
        called.keyBy(Transfer::to).write(PAYER, transfer -> new Payer(transfer.from()));
        called.flatMap(Transfer::movements, Movement.class)
                .keyBy(Movement::account)
                .update(
                        BALANCE,
                        (balance, movement) -> balance + movement.amount(),
                        (balance, movement) -> new Receipt(movement.account(), balance),
                        Receipt.class)
                .closeTransaction()
                .sinkTo(new DiscardingSink<>());
        job = environment.executeAsync();
        Configuration ofGateway = new Configuration(options);
        ofGateway.setString("tspoon.query.port", "0");
        gateway = Gateway.start(cluster.getRestAddress().get(), ofGateway);
        Await.until(
                "procedures",
                () ->
                        reader("shop").describe() instanceof QueryResult.Answer<?>
                                && !reader("shop").describe().orElseThrow().procedures().isEmpty()
                                && reader("shop").describe().orElseThrow().ready());
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        EmbeddedFlink.cancel(job);
    }

    @Test
    void callsReachTheirCoordinators() {
        GraphCaller bank = client("shop").caller("bank");
        CallResult<Receipt> last = null;
        for (int i = 0; i < KEYS; i++) {
            last = bank.call(TRANSFER, new Transfer("alice", "bob", 1)).key("k" + i).orElseThrow();
            assertThat(last.isCommitted()).isTrue();
            assertThat(last.repeated()).isFalse();
            assertThat(last.emitted())
                    .containsExactlyInAnyOrder(
                            new Receipt("alice", 99 - i), new Receipt("bob", 101 + i));
        }
        assertThat(balance("bob", last)).isEqualTo(100 + KEYS);

        for (int i = 0; i < KEYS; i++) {
            CallResult<Receipt> again =
                    bank.call(TRANSFER, new Transfer("alice", "bob", 1)).key("k" + i).orElseThrow();
            assertThat(again.repeated()).isTrue();
            assertThat(again.emitted()).contains(new Receipt("bob", 101 + i));
            assertThat(bank.find(TRANSFER, "k" + i).orElseThrow().orElseThrow().timestamp())
                    .isEqualTo(again.timestamp());
        }
        assertThat(balance("bob", last)).isEqualTo(100 + KEYS);
    }

    @Test
    void whatIsNoCallHasNoEffect() {
        GraphCaller bank = client("shop").caller("bank");
        bank.call(TRANSFER, new Transfer("alice", "bob", 1)).key("k").orElseThrow();

        assertThat(reason(bank.call(TRANSFER, new Transfer("alice", "bob", 2)).key("k").send()))
                .isEqualTo(QueryFailureReason.KEY_REUSED);
        assertThat(reason(bank.call(TRANSFER, new Transfer("alice", "bob", 0)).key("l").send()))
                .isEqualTo(QueryFailureReason.INVALID_CALL);
        assertThat(reason(bank.call(STEAL, new Transfer("alice", "bob", 1)).send()))
                .isEqualTo(QueryFailureReason.UNKNOWN_PROCEDURE);
        assertThat(
                        reason(
                                client("reader")
                                        .caller("bank")
                                        .call(TRANSFER, new Transfer("alice", "bob", 1))
                                        .send()))
                .isEqualTo(QueryFailureReason.FORBIDDEN);
        CallResult<Receipt> aborted =
                bank.call(TRANSFER, new Transfer("alice", "bob", 100)).key("m").orElseThrow();
        assertThat(aborted.isCommitted()).isFalse();
        assertThat(aborted.reasons())
                .anyMatch(reason -> reason.rule().equals("balance is not negative"));
        assertThat(bank.call(TRANSFER, new Transfer("alice", "bob", 100)).key("m").orElseThrow())
                .satisfies(
                        again -> {
                            assertThat(again.repeated()).isTrue();
                            assertThat(again.isCommitted()).isFalse();
                        });
        CallResult<Receipt> last =
                bank.call(TRANSFER, new Transfer("alice", "bob", 3))
                        .key("l")
                        .after(aborted.timestamp())
                        .orElseThrow();
        assertThat(last.timestamp()).isGreaterThan(aborted.timestamp());
        assertThat(balance("bob", last)).isEqualTo(104);
        assertThat(reason(bank.find(TRANSFER, "unknown")))
                .isEqualTo(QueryFailureReason.UNKNOWN_CALL);
    }

    @Test
    void statesAreWrittenTogether() {
        GraphCaller bank = client("shop").caller("bank");
        CallResult<?> paid =
                bank.call(TRANSFER, new Transfer("alice", "bob", 10)).key("k").orElseThrow();
        Writes expecting =
                Writes.none()
                        .expect(PAYER, "bob", new Payer("alice"))
                        .expect(BALANCE, "bob", 110L)
                        .expectAbsent(PAYER, "carl");
        CallResult<Void> done =
                bank.transact(
                                expecting
                                        .put(BALANCE, "bob", 0L)
                                        .put(PAYER, "carl", new Payer("bob"))
                                        .delete(PAYER, "bob"))
                        .after(paid.timestamp())
                        .key("k")
                        .orElseThrow();

        assertThat(done.isCommitted()).as("%s", done).isTrue();
        assertThat(done.repeated()).isFalse();
        assertThat(balance("bob", done)).isZero();
        assertThat(payer("bob", done)).isEmpty();
        assertThat(payer("carl", done)).contains(new Payer("bob"));
        assertThat(bank.findTransact("k").orElseThrow()).map(CallResult::id).contains(done.id());

        CallResult<Void> violated =
                bank.transact(
                                Writes.none()
                                        .put(PAYER, "bob", new Payer("nobody"))
                                        .put(BALANCE, "bob", -1L))
                        .orElseThrow();
        assertThat(violated.reasons())
                .extracting(AbortReason::kind)
                .containsExactly(AbortReason.Kind.CONSTRAINT);
        CallResult<Void> unexpected =
                bank.transact(
                                Writes.none()
                                        .put(BALANCE, "bob", 7L)
                                        .expect(PAYER, "carl", new Payer("alice")))
                        .orElseThrow();
        assertThat(unexpected.reasons())
                .containsExactly(
                        new AbortReason(
                                AbortReason.Kind.EXPECTATION,
                                "payer",
                                "carl",
                                "/expect/0",
                                "exists=true"));
        assertThat(balance("bob", unexpected)).isZero();
        assertThat(payer("bob", unexpected)).isEmpty();
        assertThat(reason(client("reader").caller("bank").transact(expecting).send()))
                .isEqualTo(QueryFailureReason.FORBIDDEN);
    }

    @Test
    void batchIsAnsweredInItsOrder() {
        GraphCaller bank = client("shop").caller("bank");
        List<GraphCall<Receipt>> all = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            all.add(bank.call(TRANSFER, new Transfer("from" + i, "to" + i, i)).key("k" + i));
        }
        List<QueryResult<CallResult<Receipt>>> results = bank.callAll(all);

        assertThat(reason(results.get(0))).isEqualTo(QueryFailureReason.INVALID_CALL);
        for (int i = 1; i < KEYS; i++) {
            assertThat(results.get(i).orElseThrow().key()).isEqualTo("k" + i);
            assertThat(results.get(i).orElseThrow().emitted())
                    .containsExactlyInAnyOrder(
                            new Receipt("from" + i, 100 - i), new Receipt("to" + i, 100 + i));
        }
    }

    private QueryClient client(String name) {
        return QueryClient.to(URI.create(gateway.address()))
                .token(name + SECRET)
                .timeout(Duration.ofSeconds(30))
                .build();
    }

    private GraphReader reader(String name) {
        return client(name).graph("bank");
    }

    private long balance(String account, CallResult<?> after) {
        return reader("reader")
                .with(Consistency.after(after.timestamp()))
                .ask(StateQuery.of(BALANCE).key(account))
                .orElseThrow()
                .orElseThrow();
    }

    private Optional<Payer> payer(String account, CallResult<?> after) {
        return reader("reader")
                .with(Consistency.after(after.timestamp()))
                .ask(StateQuery.of(PAYER).key(account))
                .orElseThrow();
    }

    private static QueryFailureReason reason(QueryResult<?> result) {
        return ((QueryResult.Failure<?>) result).reason();
    }
}
