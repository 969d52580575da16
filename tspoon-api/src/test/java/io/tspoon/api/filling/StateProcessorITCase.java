/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.filling;

import io.tspoon.api.StateInSnapshot;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.state.api.OperatorIdentifier;
import org.apache.flink.state.api.OperatorTransformation;
import org.apache.flink.state.api.SavepointReader;
import org.apache.flink.state.api.SavepointWriter;
import org.apache.flink.state.api.StateBootstrapTransformation;
import org.apache.flink.state.api.functions.KeyedStateBootstrapFunction;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** The recipes for Flink's State Processor API, as {@code docs/filling-states.md} has them. */
class StateProcessorITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int ACCOUNTS = 1_000;
    private static final int MAX_PARALLELISM = 128;

    private static final StateSpec<String, Account> ACCOUNT =
            StateSpec.named("accounts", String.class, Account.class);
    private static final StateSpec<String, Long> LIMIT =
            StateSpec.named("limits", String.class, Long.class).initialValue(0L);

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    /** What is stored for a customer. */
    public record Account(String id, long balance) {
        static Account numbered(long number) {
            return new Account("a" + number, 100 + number);
        }
    }

    /** A job starts from a savepoint that another program has written; then it is read. */
    @Test
    void stateIsWrittenAndRead(@InjectMiniCluster MiniCluster cluster) throws Exception {
        String written = directory.resolve("written").toUri().toString();
        writeSavepoint(written);

        StreamExecutionEnvironment environment = restoring(written);
        DataStream<TransactionResult<Long>> results =
                deposit(
                        TransactionalGraph.named("bank")
                                .writeAheadLog(
                                        new FileLog(directory.resolve("log").toUri().toString())),
                        names(environment));
        Tap.open(results, test);
        JobClient job = environment.executeAsync();
        Tap.await(test, ACCOUNTS, job.getJobExecutionResult());
        String taken = new Snapshots(cluster, directory).stop(job);

        List<TransactionResult<Long>> passed = Tap.passed(test);
        assertThat(passed).hasSize(ACCOUNTS).allMatch(TransactionResult::isCommitted);
        assertThat(passed)
                .allSatisfy(
                        result -> {
                            long number = Long.parseLong(result.key().substring(1));
                            assertThat(result.emitted()).containsExactly(101 + number + 5 * number);
                        });
        List<Tuple2<String, Long>> read = readSavepoint(taken);
        assertThat(read).hasSize(ACCOUNTS).contains(Tuple2.of("a7", 7L * 5 + 1));
    }

    // ------------------------------------------------------------------ the program

    /**
     * Adds 1 to the balance, and 1 to the limit; answers with the sum of both before the latter.
     */
    private static DataStream<TransactionResult<Long>> deposit(
            TransactionalGraph graph, DataStream<String> accounts) {
        return graph.openTransaction(accounts, account -> account)
                .keyBy(account -> account)
                .update(
                        ACCOUNT,
                        (account, id) -> new Account(id, account.balance() + 1),
                        (account, id) -> account.balance(),
                        Long.class)
                .sameKey()
                .update(
                        LIMIT,
                        (limit, balance) -> limit + 1,
                        (limit, balance) -> balance + limit - 1,
                        Long.class)
                .closeTransaction();
    }

    // ------------------------------------------------------------------ writing

    private void writeSavepoint(String path) throws Exception {
        StateInSnapshot<String, Account> accounts = StateInSnapshot.of("bank", ACCOUNT);
        StateInSnapshot<String, Long> limits = StateInSnapshot.ofSameKey("bank", ACCOUNT, LIMIT);
        StreamExecutionEnvironment environment = batch();
        StateBootstrapTransformation<Account> filled =
                OperatorTransformation.bootstrapWith(
                                environment
                                        .fromSequence(0, ACCOUNTS - 1)
                                        .map(Account::numbered)
                                        .returns(Account.class))
                        .keyBy(Account::id, accounts.keyType())
                        .transform(new Fill(accounts, limits));
        SavepointWriter.newSavepoint(environment, MAX_PARALLELISM)
                .withOperator(OperatorIdentifier.forUid(accounts.uid()), filled)
                .write(path);
        environment.execute();
    }

    /** Puts accounts and their limits into the state. */
    static final class Fill extends KeyedStateBootstrapFunction<String, Account> {
        private static final long serialVersionUID = 1L;

        private final StateInSnapshot<String, Account> accounts;
        private final StateInSnapshot<String, Long> limits;
        private transient ValueState<Account> account;
        private transient ValueState<Long> limit;

        Fill(StateInSnapshot<String, Account> accounts, StateInSnapshot<String, Long> limits) {
            this.accounts = accounts;
            this.limits = limits;
        }

        @Override
        public void open(OpenContext context) {
            account = getRuntimeContext().getState(accounts.descriptor());
            limit = getRuntimeContext().getState(limits.descriptor());
        }

        @Override
        public void processElement(Account element, Context context) throws Exception {
            account.update(element);
            limit.update(5 * (element.balance() - 100));
        }
    }

    // ------------------------------------------------------------------ reading

    private static List<Tuple2<String, Long>> readSavepoint(String path) throws Exception {
        StateInSnapshot<String, Account> accounts = StateInSnapshot.of("bank", ACCOUNT);
        StateInSnapshot<String, Long> limits = StateInSnapshot.ofSameKey("bank", ACCOUNT, LIMIT);
        return EmbeddedFlink.collect(
                SavepointReader.read(batch(), path)
                        .readKeyedState(
                                OperatorIdentifier.forUid(accounts.uid()),
                                new Limits(limits),
                                accounts.keyType(),
                                Types.TUPLE(Types.STRING, Types.LONG)));
    }

    /** Reads the limit of each account. */
    static final class Limits extends KeyedStateReaderFunction<String, Tuple2<String, Long>> {
        private static final long serialVersionUID = 1L;

        private final StateInSnapshot<String, Long> limits;
        private transient ValueState<Long> limit;

        Limits(StateInSnapshot<String, Long> limits) {
            this.limits = limits;
        }

        @Override
        public void open(OpenContext context) {
            limit = getRuntimeContext().getState(limits.descriptor());
        }

        @Override
        public void readKey(String key, Context context, Collector<Tuple2<String, Long>> out)
                throws Exception {
            out.collect(Tuple2.of(key, limit.value()));
        }
    }

    // ------------------------------------------------------------------ parts

    private static StreamExecutionEnvironment batch() {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
        return environment;
    }

    /** The names of all accounts; the source does not end, as the last number never comes. */
    private DataStream<String> names(StreamExecutionEnvironment environment) {
        return environment
                .fromSource(
                        new GatedNumbers(
                                0,
                                ACCOUNTS + 1,
                                new GatedNumbers.Gate(test, ACCOUNTS, ACCOUNTS + 1)),
                        WatermarkStrategy.noWatermarks(),
                        "names")
                .setParallelism(1)
                .map(number -> "a" + number)
                .returns(Types.STRING);
    }

    private static StreamExecutionEnvironment restoring(String savepoint) {
        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        return EmbeddedFlink.environment(2, Backend.ROCKSDB, restoring);
    }
}
