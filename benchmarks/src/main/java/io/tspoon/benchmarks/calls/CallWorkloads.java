/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

import io.tspoon.benchmarks.bank.CalledBank;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.Workload;
import io.tspoon.benchmarks.postgres.Baselines;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import java.util.List;

/** The workload of calls. */
public final class CallWorkloads {
    private static final String HEAP = "hashmap";
    private static final String CALLS = "tb-calls";
    private static final Guarantee TB_PL3 =
            new Guarantee(ConcurrencyControl.TIMESTAMP_BASED, IsolationLevel.PL3);
    private static final Guarantee TB_PL4 =
            new Guarantee(ConcurrencyControl.TIMESTAMP_BASED, IsolationLevel.PL4);
    private static final Guarantee LB_PL3 =
            new Guarantee(ConcurrencyControl.LOCK_BASED, IsolationLevel.PL3);

    private CallWorkloads() {}

    /** All of them. */
    public static List<Workload> all() {
        return List.of(
                new Workload(
                        "E1",
                        "Transfers called over HTTP, and what calls cost a stream.",
                        "x baseline",
                        List.of(
                                calls(CALLS, TB_PL3, Logging.NONE, Calling.ONE_BY_ONE),
                                calls(
                                        "dt-calls",
                                        Guarantee.CHAINS,
                                        Logging.NONE,
                                        Calling.ONE_BY_ONE),
                                calls("lb-calls", LB_PL3, Logging.NONE, Calling.ONE_BY_ONE),
                                calls("tb-calls-log", TB_PL3, Logging.BY_KEY, Calling.ONE_BY_ONE),
                                calls("tb-batch1000", TB_PL3, Logging.NONE, Calling.BODIES),
                                of("echo", new EchoedCalls(Calling.ONE_BY_ONE), CALLS),
                                Baselines.called(
                                        CALLS,
                                        Calling.ONE_BY_ONE.connections(),
                                        Calls.LOADED_PER_SECOND),
                                stream("", TB_PL3, 2, Calling.NOBODY),
                                stream("", TB_PL3, 2, Calling.ECHOED),
                                stream("", TB_PL3, 2, Calling.ONE_BY_ONE),
                                stream("-pl4", TB_PL4, 1, Calling.NOBODY),
                                stream("-pl4", TB_PL4, 1, Calling.ECHOED),
                                stream("-pl4", TB_PL4, 1, Calling.ONE_BY_ONE))));
    }

    private static Configuration calls(
            String name, Guarantee guarantee, Logging logging, Calling calling) {
        return of(name, new Calls(new CalledBank(guarantee, logging, 0), calling), CALLS);
    }

    private static Configuration stream(
            String infix, Guarantee guarantee, int sources, Calling calling) {
        CalledBank bank = new CalledBank(guarantee, Logging.NONE, sources);
        String alone = "stream" + infix + "-alone";
        String name =
                calling.connections() == 0
                        ? alone
                        : "stream" + infix + "-beside-" + (calling.executed() ? "calls" : "echo");
        return of(name, new Calls(bank, calling), alone);
    }

    private static Configuration of(String name, Subject subject, String baseline) {
        return new Configuration(name, subject, HEAP, baseline, 0, Mix.TRANSFERS);
    }
}
