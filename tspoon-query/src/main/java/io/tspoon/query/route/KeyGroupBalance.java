/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.peer.KeyGroupLoads;
import io.tspoon.read.KeyGroupLoad;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How evenly the accesses of a state are spread over its instances, and how evenly they could be if
 * each key group could lie anywhere.
 *
 * @param state name of the state, of several states of a key that of the first
 * @param accessesPerS accesses of all instances in a second
 * @param busiest the accesses of the busiest instance, in units of what it has if all have the same
 * @param reachable what {@code busiest} were if the hottest key group went to the least busy
 *     instance, then the next one, and so on; what is not among the hottest ones is spread evenly
 * @param hottest the key groups that are accessed most, hottest first
 */
@Internal
public record KeyGroupBalance(
        String state,
        double accessesPerS,
        double busiest,
        double reachable,
        List<HotGroup> hottest) {
    private static final int MAX_HOTTEST = 10;

    private static final Comparator<HotGroup> HOTTEST_FIRST =
            Comparator.comparingDouble(HotGroup::share).reversed().thenComparing(HotGroup::group);

    /**
     * A key group that is often accessed.
     *
     * @param group its index
     * @param instance index of the instance that has it
     * @param share of the accesses of all instances, 1 for all of them
     */
    public record HotGroup(int group, int instance, double share) {}

    /** Of each state of which something was accessed, in the order of their names. */
    static List<KeyGroupBalance> of(List<KeyGroupLoads> loads) {
        Map<String, List<KeyGroupLoads>> byState =
                loads.stream()
                        .collect(
                                Collectors.groupingBy(
                                        KeyGroupLoads::state, TreeMap::new, Collectors.toList()));
        return byState.values().stream()
                .filter(instances -> all(instances) > 0)
                .map(KeyGroupBalance::ofState)
                .toList();
    }

    private static KeyGroupBalance ofState(List<KeyGroupLoads> instances) {
        double all = all(instances);
        int parallelism = instances.get(0).parallelism();
        double even = all / parallelism;
        List<HotGroup> groups = new ArrayList<>();
        double busiest = 0;
        for (KeyGroupLoads instance : instances) {
            busiest = Math.max(busiest, instance.accessesPerS());
            for (KeyGroupLoad load : instance.hottest()) {
                groups.add(
                        new HotGroup(load.group(), instance.instance(), load.accessesPerS() / all));
            }
        }
        groups.sort(HOTTEST_FIRST);
        return new KeyGroupBalance(
                instances.get(0).state(),
                all,
                busiest / even,
                Math.min(busiest / even, reachable(groups, parallelism)),
                List.copyOf(groups.subList(0, Math.min(MAX_HOTTEST, groups.size()))));
    }

    private static double reachable(List<HotGroup> hottestFirst, int parallelism) {
        PriorityQueue<Double> shares = new PriorityQueue<>();
        for (int instance = 0; instance < parallelism; instance++) {
            shares.add(0.0);
        }
        double busiest = 1.0 / parallelism;
        for (HotGroup group : hottestFirst) {
            double share = shares.remove() + group.share();
            busiest = Math.max(busiest, share);
            shares.add(share);
        }
        return busiest * parallelism;
    }

    private static double all(List<KeyGroupLoads> instances) {
        return instances.stream().mapToDouble(KeyGroupLoads::accessesPerS).sum();
    }
}
