/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.LeafElement;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** What pages show of the API compiles, and is what stands between the markers below. */
class ReadmeExampleTest {
    private static final Path SOURCE =
            Path.of("src/test/java/io/tspoon/api/ReadmeExampleTest.java");

    private static final StateSpec<String, Long> EXECUTED =
            StateSpec.named("executed", String.class, Long.class);

    private static final StateSpec<String, Long> TOTAL =
            StateSpec.named("total", String.class, Long.class).initialValue(0L);

    record Pick(String place, long quantity) {}

    // README example begins
    public record Movement(String account, long amount) {}

    public record Transfer(String id, String from, String to, long amount) {
        List<Movement> movements() {
            return List.of(new Movement(from, -amount), new Movement(to, amount));
        }
    }

    static final StateSpec<String, Long> BALANCE =
            StateSpec.named("balance", String.class, Long.class)
                    .initialValue(100L)
                    .constraint("balance is not negative", balance -> balance >= 0);

    static DataStream<TransactionResult<Long>> settle(DataStream<Transfer> transfers) {
        return TransactionalGraph.named("bank")
                .openTransaction(transfers, Transfer::id) // one transaction for each transfer
                .flatMap(Transfer::movements, Movement.class)
                .keyBy(Movement::account)
                .update(BALANCE, (balance, movement) -> balance + movement.amount())
                .closeTransaction(); // one result for each transfer
    }

    // README example ends

    // Apply example begins
    static final StateSpec<String, Long> STOCK =
            StateSpec.named("stock", String.class, Long.class).initialValue(0L);

    static TransactionalStream<Pick> reserve(TransactionalStream<Pick> picks) {
        return picks.keyBy(Pick::place)
                .apply(
                        STOCK,
                        (stock, pick, transaction) -> {
                            long left = stock.get(); // never null, as there is an initial value
                            if (pick.quantity() > left) {
                                transaction.abort(
                                        "out of stock", "wanted", pick.quantity(), "left", left);
                            }
                            stock.set(left - pick.quantity());
                            transaction.emit(pick);
                        },
                        Pick.class);
    }

    // Apply example ends

    // Refusing example begins
    static TransactionalStream<Transfer> wellFormed(TransactionalStream<Transfer> transfers) {
        return transfers.process(
                (transfer, transaction, out) -> {
                    if (transfer.amount() <= 0) {
                        transaction.abort("malformed", "amount", transfer.amount());
                    }
                    out.collect(transfer);
                },
                Transfer.class);
    }

    // Refusing example ends

    // Deposit example begins
    public record Deposit(String id, String account, long amount) {}

    static DataStream<TransactionResult<Long>> settle(
            DataStream<Transfer> transfers, DataStream<Deposit> deposits) {
        TransactionalGraph bank = TransactionalGraph.named("bank");
        TransactionalStream<Long> moved =
                bank.openTransaction("transfers", transfers, Transfer::id)
                        .flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(BALANCE, (balance, movement) -> balance + movement.amount());
        TransactionalStream<Long> paid =
                bank.openTransaction("deposits", deposits, Deposit::id)
                        .keyBy(Deposit::account)
                        .update(BALANCE, (balance, deposit) -> balance + deposit.amount());
        return TransactionalGraph.closeTransaction(moved, paid);
    }

    // Deposit example ends

    // Command example begins
    public record Command(String kind, String account, long amount) {}

    static TransactionalStream<Long> execute(TransactionalStream<Command> commands) {
        return commands.keyBy(Command::account)
                .apply(
                        BALANCE,
                        command ->
                                command.kind().equals("show") ? AccessMode.READ : AccessMode.UPDATE,
                        (balance, command, transaction) -> {
                            if (command.kind().equals("deposit")) {
                                balance.set(balance.get() + command.amount());
                            }
                            transaction.emit(balance.get());
                        },
                        Long.class);
    }

    // Command example ends

    // Sale example begins
    public record Sale(String item, String buyer, String seller, long price, long fee) {}

    static final StateSpec<String, String> OWNER =
            StateSpec.named("owner", String.class, String.class);

    static TransactionalStream<String> sell(TransactionalStream<Sale> sales) {
        sales.keyBy(Sale::buyer)
                .check(BALANCE, (balance, sale) -> balance >= sale.price(), "holds enough");
        sales.keyBy(Sale::seller).update(BALANCE, (balance, sale) -> balance - sale.fee());
        return sales.keyBy(Sale::item).write(OWNER, Sale::buyer);
    }

    // Sale example ends

    // Failing example begins
    static TransactionalStream<Long> move(TransactionalStream<Movement> movements) {
        return movements
                .keyBy(Movement::account)
                .failsOnlyIf(movement -> movement.amount() < 0)
                .update(BALANCE, (balance, movement) -> balance + movement.amount());
    }

    // Failing example ends

    // Changelog example begins
    static DataStream<TransactionResult<Long>> totals(StreamTableEnvironment tables, Table orders) {
        DataStream<Row> rows = tables.toChangelogStream(orders); // with "owner" and "amount"
        return TransactionalGraph.named("totals")
                .openTransaction(ChangelogInput.retractions(rows))
                .keyBy(change -> change.row().<String>getFieldAs("owner"))
                .update(
                        TOTAL,
                        (total, change) ->
                                total + change.sign() * change.row().<Long>getFieldAs("amount"))
                .closeTransaction();
    }

    // Changelog example ends

    // Once example begins
    static TransactionalStream<Long> onlyOnce(TransactionalStream<Transfer> transfers) {
        return transfers.keyBy(Transfer::id).insert(EXECUTED, Transfer::amount);
    }

    // Once example ends

    // Window example begins
    static DataStream<Long> committedPerMinute(DataStream<TransactionResult<Long>> results) {
        return results.filter(TransactionResult::isCommitted)
                .map(result -> 1L)
                .windowAll(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
                .reduce(Long::sum);
    }

    // Window example ends

    // Leaves example begins
    static DataStream<TransactionResult<LeafElement<Record>>> settleBoth(
            TransactionalStream<Deposit> paid, TransactionalStream<Pick> reserved) {
        return TransactionalGraph.closeTransaction(paid.as("paid"), reserved.as("reserved"));
    }

    static List<Record> reserved(TransactionResult<LeafElement<Record>> result) {
        return LeafElement.in(result, "reserved");
    }

    // Leaves example ends

    // Rejected example begins
    public record Rejected(Transfer transfer, String reasons) {}

    static DataStream<Rejected> rejected(DataStream<Transfer> transfers) {
        return TransactionalGraph.named("bank")
                .returnInputs(ReturnedInputs.ABORTED)
                .openTransaction(transfers) // or with a key
                .flatMap(Transfer::movements, Movement.class)
                .keyBy(Movement::account)
                .update(BALANCE, (balance, movement) -> balance + movement.amount())
                .closeTransaction()
                .filter(TransactionResult::isAborted)
                .map(
                        result ->
                                new Rejected(
                                        result.input(Transfer.class), result.reasons().toString()));
    }

    // Rejected example ends

    @ParameterizedTest
    @CsvSource({
        "README, README.md, ## Example",
        "Apply, docs/getting-started.md, ## More than an update",
        "Refusing, docs/getting-started.md, ### Bad input",
        "Deposit, docs/getting-started.md, ## Several kinds of input",
        "Command, docs/getting-started.md, ### Several kinds in one stream",
        "Sale, docs/getting-started.md, ## A state in several places",
        "Failing, docs/getting-started.md, ## Which accesses may fail",
        "Changelog, docs/getting-started.md, ## Rows of a table program",
        "Once, docs/getting-started.md, ## Messages that come twice",
        "Window, docs/getting-started.md, ## The time of results",
        "Leaves, docs/getting-started.md, ## Leaves with names",
        "Rejected, docs/getting-started.md, ## The input of an aborted transaction"
    })
    void pageShowsWhatIsCompiled(String example, String page, String heading) throws IOException {
        String compiled =
                between(
                        "    // " + example + " example begins\n",
                        "    // " + example + " example ends\n",
                        Files.readString(SOURCE));
        String section = between(heading + "\n", "\n## ", Files.readString(Path.of("..", page)));
        String shown = between("```java\n", "```\n", section);

        assertThat(shown.stripTrailing()).isEqualTo(compiled.stripTrailing().stripIndent());
    }

    @Test
    void exampleMakesAJob() {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment();
        settle(environment.fromData(new Transfer("t1", "alice", "bob", 10L))).print();

        assertThat(environment.getExecutionPlan()).contains("bank: open", "bank: close");
    }

    private static String between(String begin, String end, String text) {
        int from = text.indexOf(begin);
        assertThat(from).as("place of %s", begin.strip()).isNotNegative();
        int to = text.indexOf(end, from + begin.length());
        assertThat(to).as("place of %s", end.strip()).isNotNegative();
        return text.substring(from + begin.length(), to);
    }
}
