/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.commit.Weight;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import java.util.SplittableRandom;

/**
 * One simulated t-graph and what happens to it.
 *
 * @param coordinators number of coordinators, and of instances of each operator
 * @param window transactions in flight at each coordinator
 * @param transactions input elements of each coordinator
 * @param busyPercent share of steps at which a coordinator acts rather than a message arrives
 * @param clockSkewMs how far wall clocks are apart
 * @param slowPermille how often a channel becomes slow for a while
 * @param checkpointPermille how often a checkpoint is begun when none is under way
 * @param order what PL4 needs beside
 * @param logged whether outcomes wait for a log
 * @param shares how weight is divided
 * @param partitioned whether what is held are partitions, not keys
 * @param arriving how elements become transactions
 * @param triggers whether transactions trigger others
 */
record SimulationParameters(
        Graph graph,
        Load load,
        int coordinators,
        int window,
        int transactions,
        int busyPercent,
        int clockSkewMs,
        int slowPermille,
        int checkpointPermille,
        EntryOrder order,
        boolean logged,
        Shares shares,
        boolean partitioned,
        Arriving arriving,
        boolean triggers) {

    /** How elements become transactions. */
    enum Arriving {
        ONE_BY_ONE,
        /** So many in a row are a batch. */
        BATCHES_OF_COUNT,
        /** Those of a key are a batch, as many as they say. */
        BATCHES_BY_KEY
    }

    /** How the weight of a fragment is divided among its children. */
    enum Shares {
        /** As in a job. */
        EVEN {
            @Override
            long share(long weight, int count, int index) {
                return Weight.share(weight, count, index);
            }
        },
        /**
         * All children but one get as little as there is, so that it soon takes finer units to
         * divide what they have.
         */
        LEAST {
            @Override
            long share(long weight, int count, int index) {
                long divisible = Weight.divisible(weight, count);
                return index == count / 2 ? divisible - (count - 1) : Weight.least(divisible);
            }
        };

        abstract long share(long weight, int count, int index);
    }

    /** How promises are kept up at PL4. */
    enum EntryOrder {
        /** Entry order is not kept. */
        NONE,
        /** Coordinators send heartbeats, and leave when they are idle. */
        HEARTBEATS,
        /** Coordinators promise only with rounds or when they are asked. */
        QUESTIONS
    }

    static SimulationParameters random(SplittableRandom random) {
        Graph[] graphs = Graph.values();
        int coordinators = 1 + random.nextInt(3);
        int[] skews = {0, 2, 50, 100_000};
        return new SimulationParameters(
                graphs[random.nextInt(graphs.length)],
                Load.random(random),
                coordinators,
                1 << random.nextInt(7),
                10 + random.nextInt(80) / coordinators,
                5 + random.nextInt(40),
                skews[random.nextInt(skews.length)],
                random.nextInt(3) * 3,
                random.nextInt(3) * 2,
                EntryOrder.NONE,
                false,
                Shares.EVEN,
                false,
                Arriving.ONE_BY_ONE,
                false);
    }

    /** Wide transactions at one operator, where some meet one participant only and others both. */
    static SimulationParameters randomOnFewKeys(SplittableRandom random) {
        Load load =
                new Load(
                        4 + random.nextInt(6), random.nextInt(2) * 30, false, 3, 1, 0, 15, 0, true);
        return new SimulationParameters(
                Graph.SINGLE,
                load,
                2,
                1 << 2 + random.nextInt(4),
                40,
                5 + random.nextInt(40),
                50,
                3,
                0,
                EntryOrder.NONE,
                false,
                Shares.EVEN,
                false,
                Arriving.ONE_BY_ONE,
                false);
    }

    /** Transactions that go from operator to operator, mostly as one element, over few keys. */
    static SimulationParameters randomInChain(SplittableRandom random) {
        Load load =
                new Load(
                        2 + random.nextInt(6),
                        random.nextInt(2) * 30,
                        random.nextInt(4) == 0,
                        1,
                        1 + random.nextInt(4) / 3,
                        0,
                        random.nextInt(3) * 10,
                        0,
                        random.nextBoolean());
        Graph[] graphs = {Graph.CHAIN_OF_TWO, Graph.CHAIN_OF_THREE, Graph.DIAMOND};
        return new SimulationParameters(
                graphs[random.nextInt(graphs.length)],
                load,
                1 + random.nextInt(3),
                1 << 2 + random.nextInt(4),
                40,
                5 + random.nextInt(40),
                50,
                3,
                random.nextInt(3) * 2,
                EntryOrder.NONE,
                false,
                Shares.EVEN,
                false,
                Arriving.ONE_BY_ONE,
                false);
    }

    /** Transactions of one element, half of which only read at the first of two operators. */
    static SimulationParameters randomInChainWithLogs(SplittableRandom random) {
        Load load = new Load(4 + random.nextInt(20), 50, false, 1, 1, 0, 0, 0, false);
        return new SimulationParameters(
                Graph.CHAIN_OF_TWO,
                load,
                2 + random.nextInt(2),
                16,
                60,
                5 + random.nextInt(40),
                50,
                9,
                0,
                EntryOrder.NONE,
                true,
                Shares.EVEN,
                false,
                Arriving.ONE_BY_ONE,
                false);
    }

    /** Functions that often fail on what derives from versions that are not committed. */
    static SimulationParameters randomWithFailures(SplittableRandom random) {
        SimulationParameters drawn = random(random);
        return drawn.with(drawn.load.withFailures(20 + random.nextInt(81)), drawn.order, false);
    }

    static SimulationParameters randomInEntryOrder(SplittableRandom random) {
        SimulationParameters drawn = random(random);
        return drawn.with(random.nextInt(3) == 0 ? EntryOrder.QUESTIONS : EntryOrder.HEARTBEATS);
    }

    static SimulationParameters randomInChainInEntryOrder(SplittableRandom random) {
        return randomInChain(random)
                .with(random.nextInt(3) == 0 ? EntryOrder.QUESTIONS : EntryOrder.HEARTBEATS);
    }

    SimulationParameters with(EntryOrder newOrder) {
        return with(load, newOrder, logged);
    }

    /** The same with a log for each coordinator. */
    SimulationParameters withLogs() {
        return with(load, order, true);
    }

    private SimulationParameters with(Load newLoad, EntryOrder newOrder, boolean withLogs) {
        return new SimulationParameters(
                graph,
                newLoad,
                coordinators,
                window,
                transactions,
                busyPercent,
                clockSkewMs,
                slowPermille,
                checkpointPermille,
                newOrder,
                withLogs,
                shares,
                partitioned,
                arriving,
                triggers);
    }

    /** Many keys or few, with shares that are soon too small to be divided. */
    static SimulationParameters randomWithLeastShares(SplittableRandom random) {
        SimulationParameters drawn = random(random);
        return new SimulationParameters(
                drawn.graph,
                drawn.load,
                drawn.coordinators,
                drawn.window,
                drawn.transactions,
                drawn.busyPercent,
                drawn.clockSkewMs,
                drawn.slowPermille,
                drawn.checkpointPermille,
                drawn.order,
                drawn.logged,
                Shares.LEAST,
                drawn.partitioned,
                drawn.arriving,
                drawn.triggers);
    }

    /** Many keys or few, which are held by two partitions of each instance. */
    static SimulationParameters randomInPartitions(SplittableRandom random) {
        SimulationParameters drawn =
                switch (random.nextInt(3)) {
                    case 0 -> random(random);
                    case 1 -> randomOnFewKeys(random);
                    default -> randomInChain(random);
                };
        return new SimulationParameters(
                drawn.graph,
                drawn.load,
                drawn.coordinators,
                Math.min(drawn.window, 16),
                drawn.transactions,
                drawn.busyPercent,
                drawn.clockSkewMs,
                drawn.slowPermille,
                drawn.checkpointPermille,
                drawn.order,
                drawn.logged,
                drawn.shares,
                true,
                drawn.arriving,
                drawn.triggers);
    }

    /** Several elements are a transaction. */
    static SimulationParameters randomInBatches(SplittableRandom random) {
        return random(random)
                .entering(
                        random.nextBoolean() ? Arriving.BATCHES_OF_COUNT : Arriving.BATCHES_BY_KEY,
                        false);
    }

    /**
     * Several elements are a transaction, each of one access to a partition, and may be rejected.
     */
    static SimulationParameters randomRejecting(SplittableRandom random) {
        SimulationParameters drawn = randomInBatches(random);
        Load load =
                new Load(
                        2 + random.nextInt(12),
                        random.nextInt(2) * 30,
                        random.nextInt(4) == 0,
                        1,
                        1,
                        0,
                        5 + random.nextInt(4) * 10,
                        0,
                        true);
        return new SimulationParameters(
                Graph.SINGLE,
                load,
                drawn.coordinators,
                Math.min(drawn.window, 16),
                drawn.transactions,
                drawn.busyPercent,
                drawn.clockSkewMs,
                drawn.slowPermille,
                drawn.checkpointPermille,
                drawn.order,
                drawn.logged,
                drawn.shares,
                true,
                drawn.arriving,
                false);
    }

    /** Transactions trigger others; those that begin chains may be batches. */
    static SimulationParameters randomWithTriggers(SplittableRandom random) {
        Arriving[] all = Arriving.values();
        return random(random).entering(all[random.nextInt(all.length)], true);
    }

    private SimulationParameters entering(Arriving newArriving, boolean withTriggers) {
        return new SimulationParameters(
                graph,
                load,
                coordinators,
                window,
                Arrivals.wholeBatches(transactions),
                busyPercent,
                clockSkewMs,
                slowPermille,
                checkpointPermille,
                order,
                logged,
                shares,
                partitioned,
                newArriving,
                withTriggers);
    }

    /** The same at PL4. */
    SimulationParameters inEntryOrder() {
        return with(transactions % 3 == 0 ? EntryOrder.QUESTIONS : EntryOrder.HEARTBEATS);
    }

    /** Many keys or few, with logs. */
    static SimulationParameters randomWithLogs(SplittableRandom random) {
        return (random.nextBoolean() ? random(random) : randomOnFewKeys(random)).withLogs();
    }

    /** Whether elements of batches are rejected alone: where partitions are held, they are. */
    boolean rejects() {
        return partitioned && arriving != Arriving.ONE_BY_ONE;
    }

    /** Whether the run is at PL4. */
    boolean isOrdered() {
        return order != EntryOrder.NONE;
    }

    /** Which the settings of such a t-graph ask for; what isolates is given by itself. */
    Regime regime() {
        return Regime.of(
                isOrdered() ? IsolationLevel.PL4 : IsolationLevel.PL3,
                ConcurrencyControl.TIMESTAMP_BASED,
                logged ? Durability.LOG : Durability.CHECKPOINT);
    }

    int participants() {
        return graph.operators() * coordinators;
    }

    /** Whether the one participant sends to the other. */
    boolean reaches(int from, int to) {
        return graph.reaches(from / coordinators, to / coordinators);
    }

    /** The index of the participant that owns the key. */
    int participantOf(Location location) {
        return location.operator() * coordinators + location.key() % coordinators;
    }
}
