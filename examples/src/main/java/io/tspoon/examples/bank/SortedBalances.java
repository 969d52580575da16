/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.commons.csv.CSVFormat;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Emits all balances as lines of CSV, sorted by account, at the end of the input. */
final class SortedBalances extends KeyedProcessFunction<Integer, BalanceVersion, String> {
    static final String HEADER = "account,bank,balance";

    private static final long serialVersionUID = 1L;

    /** This bank first; then shorter names first, so that numbers are in numerical order. */
    private static final Comparator<BalanceVersion> ORDER =
            Comparator.comparing(
                    BalanceVersion::account,
                    Comparator.comparing(Account::bank)
                            .thenComparingInt(account -> account.number().length())
                            .thenComparing(Account::number));

    private transient ListState<BalanceVersion> balances;

    @Override
    public void open(OpenContext context) {
        balances =
                getRuntimeContext()
                        .getListState(new ListStateDescriptor<>("balances", BalanceVersion.class));
    }

    @Override
    public void processElement(BalanceVersion balance, Context context, Collector<String> out)
            throws Exception {
        balances.add(balance);
        context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<String> out)
            throws Exception {
        List<BalanceVersion> sorted = new ArrayList<>();
        balances.get().forEach(sorted::add);
        sorted.sort(ORDER);
        for (BalanceVersion last : sorted) {
            Account account = last.account();
            out.collect(
                    CSVFormat.DEFAULT.format(
                            account.number(), account.bank(), Money.format(last.balance())));
        }
    }
}
