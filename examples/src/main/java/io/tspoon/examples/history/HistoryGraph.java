/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The transactional part of the job: keys that hold lists of numbers, in one state or in two.
 * Change what transactions do here.
 */
final class HistoryGraph {
    static final String NAME = "history";

    private static final String ALL_KEYS = "keys";
    private static final String EVEN_KEYS = "even_keys";
    private static final String ODD_KEYS = "odd_keys";

    /** Transactions that are called instead of being elements of the stream. */
    static final ProcedureSpec<Request, Observation> EXECUTE =
            ProcedureSpec.named("execute", Request.class, Observation.class);

    private HistoryGraph() {}

    /**
     * The name of the state that holds a key.
     *
     * @param states 1, or 2 to keep even and odd keys in different states
     */
    static String stateOf(int key, int states) {
        if (states == 1) {
            return ALL_KEYS;
        }
        return key % 2 == 0 ? EVEN_KEYS : ODD_KEYS;
    }

    static StateSpec<Integer, List<Long>> state(String name) {
        return StateSpec.named(name, Types.INT, Types.LIST(Types.LONG)).initialValue(List.of());
    }

    /**
     * Executes each request as one transaction.
     *
     * @param graph name and settings of the t-graph
     * @param states 1, or 2 to keep even and odd keys in different states
     * @param callable whether requests can also be called
     * @return one result for each request, with what each of its steps saw
     */
    static DataStream<TransactionResult<Observation>> execute(
            TransactionalGraph graph, DataStream<Request> requests, int states, boolean callable) {
        TransactionalStream<Access> accesses =
                open(graph, requests, callable).flatMap(Request::accesses, Access.class);
        if (states == 1) {
            return access(accesses, ALL_KEYS).closeTransaction();
        }
        return TransactionalGraph.closeTransaction(
                access(accesses.filter(access -> access.key() % 2 == 0), EVEN_KEYS),
                access(accesses.filter(access -> access.key() % 2 != 0), ODD_KEYS));
    }

    private static TransactionalStream<Request> open(
            TransactionalGraph graph, DataStream<Request> requests, boolean callable) {
        return callable
                ? graph.openTransaction("stream", requests, Request::transactionKey)
                        .union(graph.openCalls(requests.getExecutionEnvironment(), EXECUTE))
                : graph.openTransaction(requests, Request::transactionKey);
    }

    private static TransactionalStream<Observation> access(
            TransactionalStream<Access> accesses, String state) {
        return accesses.keyBy(Access::key)
                .apply(state(state), Access::mode, HistoryGraph::execute, Observation.class);
    }

    private static void execute(
            ValueAccess<List<Long>> held, Access access, StateContext<Observation> transaction) {
        List<Long> seen = List.of();
        switch (access.operation().kind()) {
            case READ -> seen = listIn(held);
            case WRITE -> held.set(List.of(access.operation().value()));
            case APPEND -> {
                List<Long> longer = new ArrayList<>(listIn(held));
                longer.add(access.operation().value());
                held.set(longer);
            }
        }
        if (access.fails()) {
            throw new InjectedFailure();
        }
        if (access.aborts()) {
            transaction.abort("aborted at random");
        }
        transaction.emit(new Observation(access.index(), seen));
    }

    private static List<Long> listIn(ValueAccess<List<Long>> held) {
        return Objects.requireNonNull(held.get(), "the state has an initial value");
    }
}
