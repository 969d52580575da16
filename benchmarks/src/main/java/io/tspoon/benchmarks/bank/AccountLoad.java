/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Counts;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.harness.Usage;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Setting;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.Throughput;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Puts accounts into a state: how many in a second, from the first element on.
 *
 * <p>With a t-graph the last moment is that of the first result, because no transaction begins
 * before all accounts are there; then each account is read. Plain Flink puts the same accounts into
 * a {@code ValueState} behind {@code keyBy}, and the last moment is when it has put the last one.
 */
record AccountLoad(Kind kind) implements Subject {
    enum Kind {
        PLAIN,
        T_GRAPH
    }

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private static final StateSpec<String, LoadedAccount> ACCOUNTS =
            StateSpec.named("accounts", Types.STRING, LoadedAccount.TYPE);

    @Override
    public Set<Setting> unused() {
        return EnumSet.of(
                Setting.SECONDS,
                Setting.WARM_UP,
                Setting.SUSTAINABLE,
                Setting.RECORDING,
                Setting.STORAGE_RATE);
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        int accounts = configuration.accountsOr(settings.accounts());
        int parallelism = configuration.parallelismOr(settings.parallelism());
        String name = configuration.name();
        StreamExecutionEnvironment environment =
                RunningJob.environment(
                        parallelism,
                        configuration.stateBackend(),
                        RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
        try (Meter begun = Meter.open(begun(name));
                Meter put = Meter.open(name)) {
            DataStream<LoadedAccount> source =
                    environment
                            .fromSequence(0, accounts - 1)
                            .map(new Accounts(begun(name)))
                            .returns(LoadedAccount.TYPE);
            long last =
                    switch (kind) {
                        case PLAIN -> plain(source, name, accounts);
                        case T_GRAPH -> loaded(environment, source, name, accounts);
                    };
            try (RunningJob job = RunningJob.start(name, environment)) {
                require(job.await(() -> begun.counts().results() > 0, TIMEOUT), name);
                Usage before = Usage.now();
                require(job.await(() -> put.counts().results() >= last, TIMEOUT), name);
                Usage used = Usage.now().since(before);
                job.awaitEnd(TIMEOUT);
                return round(accounts, used);
            }
        }
    }

    private Round round(int accounts, Usage used) {
        Round round =
                Round.of(
                        Throughput.of(
                                new Counts(accounts, 0, 0), used, List.of((long) accounts), 1));
        return kind == Kind.PLAIN ? round : round.verified(new Verified(accounts, 0, 0));
    }

    private static String begun(String name) {
        return name + ", begun";
    }

    /** Returns how many results there are when all accounts are there. */
    private static long plain(DataStream<LoadedAccount> source, String name, long accounts) {
        source.keyBy(LoadedAccount::id)
                .process(new Put(name))
                .returns(Types.LONG)
                .sinkTo(new CountingSink<>(name, (any, gauge) -> {}));
        return accounts;
    }

    private static long loaded(
            StreamExecutionEnvironment environment,
            DataStream<LoadedAccount> source,
            String name,
            long accounts) {
        TransactionalGraph.named("bank")
                .load(ACCOUNTS, source, LoadedAccount::id, account -> account)
                .openTransaction(
                        environment
                                .fromSequence(0, accounts - 1)
                                .map(number -> LoadedAccount.numbered(number))
                                .returns(LoadedAccount.TYPE))
                .keyBy(LoadedAccount::id)
                .read(ACCOUNTS, (found, asked) -> asked.equals(found), Boolean.class)
                .closeTransaction()
                .sinkTo(new CountingSink<>(name, AccountLoad::check));
        return 1;
    }

    private static void check(TransactionResult<Boolean> result, Gauge gauge) {
        if (!result.emitted().equals(List.of(true))) {
            throw new BenchmarkException("Cannot trust load: an account is missing, " + result);
        }
        gauge.count();
    }

    private static void require(boolean holds, String name) {
        if (!holds) {
            throw new BenchmarkException(
                    "Cannot measure load: it takes too long, job=" + name + ", waited=" + TIMEOUT);
        }
    }

    /** Makes accounts, and says when it begins. */
    private static final class Accounts extends RichMapFunction<Long, LoadedAccount> {
        private static final long serialVersionUID = 1L;

        private final String meter;
        private transient Gauge gauge;
        private transient boolean begun;

        Accounts(String meter) {
            this.meter = meter;
        }

        @Override
        public void open(OpenContext context) {
            gauge = Meter.gauge(meter);
        }

        @Override
        public LoadedAccount map(Long number) {
            if (!begun) {
                begun = true;
                gauge.count();
            }
            return LoadedAccount.numbered(number);
        }
    }

    /** What everybody writes. */
    private static final class Put extends KeyedProcessFunction<String, LoadedAccount, Long> {
        private static final long serialVersionUID = 1L;

        private final String meter;
        private transient Gauge gauge;
        private transient ValueState<LoadedAccount> account;

        Put(String meter) {
            this.meter = meter;
        }

        @Override
        public void open(OpenContext context) {
            gauge = Meter.gauge(meter);
            account =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("account", LoadedAccount.TYPE));
        }

        @Override
        public void processElement(LoadedAccount element, Context context, Collector<Long> out)
                throws Exception {
            account.update(element);
            gauge.count();
        }
    }
}
