/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Topology;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.transaction.IsolationLevel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Checks the results of a bounded run against the input and against a serial execution: each
 * t-graph by {@link GraphReplay}, and at PL4 also by {@link EntryOrderReplay}.
 */
public final class Verification {
    private final BankRunner.Checked run;
    private final Load load;
    private final IsolationLevel level;
    private final Topology topology;
    private final Placement placement;

    /**
     * @param run that is checked
     * @param level what the results have to keep
     * @param topology of the t-graphs
     * @param placement of transfers
     */
    Verification(
            BankRunner.Checked run, IsolationLevel level, Topology topology, Placement placement) {
        this.run = run;
        this.load = run.load();
        this.level = level;
        this.topology = topology;
        this.placement = placement;
    }

    Verified verify(List<Executed> results) {
        long aborted = 0;
        List<Transfer> offered = input();
        for (int graph = 0; graph < topology.graphs(); graph++) {
            List<Executed> own = resultsOf(graph, results);
            GraphReplay replay = new GraphReplay(rules(), offered);
            own.forEach(replay::replay);
            replay.finish();
            aborted += replay.aborted();
            if (level == IsolationLevel.PL4 && offered.size() == load.limit()) {
                replayInEntryOrder(own);
            }
            if (!topology.isParallel()) {
                offered = replay.executed();
            }
        }
        long attempts = results.stream().mapToLong(Executed::attempts).sum();
        return new Verified(load.limit(), aborted, attempts - results.size());
    }

    private GraphReplay.Rules rules() {
        boolean serializable = level.compareTo(IsolationLevel.PL3) >= 0;
        return new GraphReplay.Rules(
                load.initialBalance(), topology.statesOfGraph(), serializable, this::failure);
    }

    private void replayInEntryOrder(List<Executed> results) {
        List<TransferGenerator> inputs = new ArrayList<>();
        for (int subtask = 0; subtask < run.subtasks(); subtask++) {
            inputs.add(new TransferGenerator(load, subtask, run.subtasks()));
        }
        EntryOrderReplay replay =
                new EntryOrderReplay(inputs, load.initialBalance(), this::failure);
        results.stream().sorted(Comparator.comparingLong(Executed::id)).forEach(replay::replay);
    }

    private static List<Executed> resultsOf(int graph, List<Executed> results) {
        return results.stream()
                .filter(result -> result.graph() == graph)
                .sorted(Comparator.comparingLong(Executed::timestamp))
                .toList();
    }

    private List<Transfer> input() {
        List<Transfer> input = new ArrayList<>();
        for (int subtask = 0; subtask < run.subtasks(); subtask++) {
            TransferGenerator transfers = new TransferGenerator(load, subtask, run.subtasks());
            while (transfers.hasNext()) {
                input.add(placement.place(transfers.next(0), subtask, run.subtasks()));
            }
        }
        return input;
    }

    private BenchmarkException failure(String reason) {
        return new BenchmarkException("Cannot trust " + run.name() + ": " + reason);
    }
}
