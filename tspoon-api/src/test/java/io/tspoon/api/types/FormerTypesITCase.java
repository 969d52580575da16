/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import io.tspoon.api.StateSpec;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.InterruptedRun;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.MapTypeInfo;
import org.apache.flink.api.java.typeutils.PojoField;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import static io.tspoon.testing.InterruptedRun.BEFORE_END;
import static io.tspoon.testing.InterruptedRun.BEFORE_SAVEPOINT;
import static io.tspoon.testing.InterruptedRun.COUNT;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A job goes on from a savepoint and a log in which Flink's own serializers wrote the collections
 * and maps of values, as earlier builds let them.
 */
class FormerTypesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int KEYS = 5;

    /** Of the last key there is nothing in the log: its value comes from the savepoint. */
    private static final int LOGGED_KEYS = 4;

    public record Basket(Map<String, Long> amounts, List<Long> all, Set<Long> digits) {
        Basket add(long number) {
            Map<String, Long> more = new HashMap<>(amounts);
            more.merge("n" + number % 3, number, Long::sum);
            List<Long> longer = new ArrayList<>(all);
            longer.add(number);
            Set<Long> larger = new HashSet<>(digits);
            larger.add(number % 10);
            return new Basket(more, longer, larger);
        }

        String text() {
            return new TreeMap<>(amounts) + " " + all + " " + new TreeSet<>(digits);
        }
    }

    private static final Basket EMPTY = new Basket(Map.of(), List.of(), Set.of());

    /** A type of the program's own is left as it is, with Flink's types for its parts. */
    private static final class FormerType extends PojoTypeInfo<Basket> {
        private static final long serialVersionUID = 1L;

        FormerType() {
            super(Basket.class, fields());
        }

        private static List<PojoField> fields() {
            PojoTypeInfo<Basket> derived = (PojoTypeInfo<Basket>) TypeInformation.of(Basket.class);
            List<PojoField> fields = new ArrayList<>();
            for (int i = 0; i < derived.getArity(); i++) {
                fields.add(derived.getPojoFieldAt(i));
            }
            return fields;
        }
    }

    private static final StateSpec<Long, Basket> FORMER =
            StateSpec.named("baskets", Types.LONG, new FormerType()).initialValue(EMPTY);
    private static final StateSpec<Long, Basket> BASKETS =
            StateSpec.named("baskets", Long.class, Basket.class).initialValue(EMPTY);

    @TempDir Path directory;

    private InterruptedRun runs;

    @BeforeEach
    void placeRuns(@InjectMiniCluster MiniCluster cluster) {
        runs = new InterruptedRun(cluster, directory);
    }

    @ParameterizedTest
    @EnumSource
    void whatFlinkHasWrittenIsUnderstood(Backend backend) throws Exception {
        assertThat(((FormerType) FORMER.valueType()).getTypeAt("amounts"))
                .isInstanceOf(MapTypeInfo.class);
        assertThat(((FormerType) FORMER.valueType()).getTypeAt("all"))
                .isInstanceOf(ListTypeInfo.class);

        JobClient job = start(FORMER, backend, null, "before");
        String savepoint = runs.interrupt(job, "before");
        start(BASKETS, backend, savepoint, "after").getJobExecutionResult().get();

        check(Tap.passed(runs.tap("before")), Tap.passed(runs.tap("after")));
    }

    private static void check(
            List<TransactionResult<String>> before, List<TransactionResult<String>> after) {
        Map<String, TransactionResult<String>> all = new HashMap<>();
        before.forEach(result -> all.put(result.key(), result));
        for (TransactionResult<String> result : after) {
            TransactionResult<String> known = all.putIfAbsent(result.key(), result);
            if (known != null) {
                assertThat(result.emitted()).isEqualTo(known.emitted());
            }
        }
        assertThat(all).hasSize(COUNT);
        assertThat(before.size() + after.size()).isEqualTo(COUNT + BEFORE_END - BEFORE_SAVEPOINT);
        Map<Long, Basket> baskets = new HashMap<>();
        all.values().stream()
                .sorted((a, b) -> a.timestamp().compareTo(b.timestamp()))
                .forEach(
                        result -> {
                            long number = Long.parseLong(result.key());
                            Basket basket =
                                    baskets.merge(
                                            key(number),
                                            EMPTY.add(number),
                                            (was, one) -> was.add(number));
                            assertThat(result.emitted()).containsExactly(basket.text());
                        });
    }

    private static long key(long number) {
        boolean isLogged = BEFORE_SAVEPOINT <= number && number < BEFORE_END;
        return number % (isLogged ? LOGGED_KEYS : KEYS);
    }

    private JobClient start(
            StateSpec<Long, Basket> state, Backend backend, String savepoint, String tap)
            throws Exception {
        StreamExecutionEnvironment environment = InterruptedRun.environment(backend, 2, savepoint);
        Tap.open(
                runs.graph("shop")
                        .openTransaction(runs.numbers(environment), number -> Long.toString(number))
                        .keyBy(FormerTypesITCase::key)
                        .update(state, Basket::add, (basket, number) -> basket.text(), String.class)
                        .closeTransaction(),
                runs.tap(tap));
        return environment.executeAsync();
    }
}
