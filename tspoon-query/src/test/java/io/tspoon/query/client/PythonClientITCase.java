/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The tests of the Python client, with the wheel installed, beside a running job: those of {@code
 * clients/python/tests/test_job.py} read it, call for transfers of their own, and write notes.
 */
class PythonClientITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final Path TESTS = Path.of("../clients/python/test").toAbsolutePath();
    private static final int PARALLELISM = 2;
    private static final int PER_SECOND = 200;
    private static final int FIRST = 100;
    private static final long ENDLESS = 1_000_000_000;

    /** The last of them needs an escape in an address. */
    private static final List<String> OWNERS =
            List.of(
                    "alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan",
                    "é/");

    private static final StateSpec<String, Long> BALANCE =
            StateSpec.named("balance", String.class, Long.class)
                    .initialValue(Bank.OPENING)
                    .constraint(Bank.CONSTRAINT, balance -> balance >= 0);
    private static final StateSpec<String, Book> BOOK =
            StateSpec.named("book", String.class, Book.class)
                    .initialValue(new Book(0, 0, Long.MAX_VALUE, new BigDecimal("0.00")));

    /** Written by the tests, under keys of their own. */
    private static final StateSpec<String, String> NOTE =
            StateSpec.named("note", String.class, String.class);

    private static final ProcedureSpec<Order, Book> TRANSFER =
            ProcedureSpec.named("transfer", Order.class, Book.class)
                    .checked(
                            order ->
                                    order.amount() >= 0
                                            ? List.of()
                                            : List.of("amount is negative"));

    @TempDir Path directory;

    /** What callers ask for. */
    public record Order(String payer, String payee, long amount) {
        Transfer transfer() {
            return new Transfer(-1, account(payer), account(payee), amount);
        }

        private static int account(String owner) {
            int account = OWNERS.indexOf(owner);
            if (account < 0) {
                throw new IllegalArgumentException("nobody has that name: " + owner);
            }
            return account;
        }
    }

    /**
     * What was booked of an account, in numbers that a double does not hold.
     *
     * @param lost the opposite of every change of the balance
     * @param moves the number of the changes
     * @param left moves, counted down
     * @param fees a tenth for each move
     */
    public record Book(long lost, long moves, long left, BigDecimal fees) {
        private static final BigDecimal FEE = new BigDecimal("0.10");

        Book with(Movement movement) {
            return new Book(lost - movement.amount(), moves + 1, left - 1, fees.add(FEE));
        }
    }

    @Test
    void readsAndCallsARunningJob() throws Exception {
        assumeTrue(hasPip(), "No Python with pip: the Python client is not tested.");
        int port = Ports.free();
        Path output = directory.resolve("output");
        Process tests = null;
        try (CloseableIterator<TransactionResult<Book>> arriving = job(port).executeAndCollect()) {
            TransactionResult<Book> last = arriving.next();
            for (int i = 0; i < FIRST || last.updates().isEmpty(); i++) {
                last = arriving.next();
            }
            tests = start(port, last, output);
            while (tests.isAlive()) {
                arriving.next(); // else the job would stop
            }
        } finally {
            if (tests != null) {
                tests.destroyForcibly().waitFor();
            }
        }
        String said = Files.readString(output);
        assumeTrue(!said.startsWith("No pytest: "), said);
        assertThat(tests.exitValue()).as(said).isZero();
        assertThat(said).contains(" passed").doesNotContain("there is no job");
    }

    private Process start(int port, TransactionResult<Book> seen, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(TESTS.toString());
        builder.environment().put("TSPOON_ENDPOINT", "http://127.0.0.1:" + port);
        builder.environment().put("TSPOON_SEEN", Long.toString(seen.timestamp().value()));
        for (StateUpdate update : seen.updates()) {
            if (update.value() instanceof Book book) {
                builder.environment().put("TSPOON_SEEN_OWNER", (String) update.key());
                builder.environment().put("TSPOON_SEEN_MOVES", Long.toString(book.moves()));
            }
        }
        return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    }

    private static boolean hasPip() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "-c", "import ensurepip, venv")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static DataStream<TransactionResult<Book>> job(int port) {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(PARALLELISM, EmbeddedFlink.Backend.HEAP, options);
        DataStream<Transfer> transfers =
                Bank.pacedTransfers(environment, ENDLESS, PER_SECOND, OWNERS.size());
        TransactionalGraph bank = TransactionalGraph.named("bank").queryable().writable(NOTE);
        TransactionalStream<Transfer> streamed =
                bank.openTransaction("stream", transfers, Transfer::key);
        TransactionalStream<Transfer> called =
                bank.openCalls(environment, TRANSFER).map(Order::transfer, Transfer.class);
        called.keyBy(order -> "calls", String.class)
                .read(NOTE, (note, order) -> order, Transfer.class);
        return streamed.union(called)
                .flatMap(Transfer::movements, Movement.class)
                .keyBy(movement -> OWNERS.get(movement.account()), String.class)
                .update(
                        BALANCE,
                        (Long balance, Movement movement) -> balance + movement.amount(),
                        (balance, movement) -> movement,
                        Movement.class)
                .sameKey()
                .update(BOOK, (book, movement) -> book.with(movement))
                .closeTransaction();
    }
}
