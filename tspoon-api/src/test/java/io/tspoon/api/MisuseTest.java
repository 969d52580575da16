/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateChangelogOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.types.Row;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is wrong with a program is found while it is built, and the message says how to mend it. */
class MisuseTest {
    private static final StateSpec<Long, Long> SUM =
            StateSpec.named("sum", Long.class, Long.class).initialValue(0L);

    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
    private final DataStream<Long> numbers = environment.fromSequence(1, 10);

    // ------------------------------------------------------------------ life of a t-graph

    @Test
    void unclosedGraphIsFoundWhenTheJobIsMade() {
        sum(open("bank"), SUM);

        assertRefused(environment::getStreamGraph)
                .hasMessageContaining("never closed")
                .hasMessageContaining("graph=bank")
                .hasMessageContaining("Call closeTransaction()");
    }

    @Test
    void unclosedGraphWithoutOperationsIsNotRun() {
        open("bank");

        assertRefused(environment::execute)
                .hasMessageContaining("graph=bank")
                .hasMessageContaining("Call closeTransaction()");
    }

    /** Platforms may refuse jobs whose programs change it: execution.program-config.enabled. */
    @Test
    void configurationIsLeftAsItIs() {
        Map<String, String> before = configuration();

        sum(open("bank"), SUM).closeTransaction();
        assertThat(configuration()).isEqualTo(before);

        assertThat(environment.getStreamGraph().getStreamNodes()).isNotEmpty();
        assertThat(configuration()).isEqualTo(before);
    }

    private Map<String, String> configuration() {
        return ((Configuration) environment.getConfiguration()).toMap();
    }

    /** To functions, a row that is taken back looks like one that is added. */
    @Test
    void rowsNeedAReading() {
        DataStream<Row> rows = numbers.map(number -> Row.of(number)).returns(Types.ROW(Types.LONG));
        TransactionalGraph graph = TransactionalGraph.named("bank");

        assertRefused(() -> graph.openTransaction(rows))
                .hasMessageContaining("rows, which may be added (+I, +U) or taken back (-U, -D)")
                .hasMessageContaining("graph=bank, inputType=Row(f0: Long)")
                .hasMessageContaining("ChangelogInput.upserts(rows, key)")
                .hasMessageContaining(".retractions(rows)")
                .hasMessageContaining(".insertOnly(rows)");
        assertRefused(() -> graph.openTransaction(rows, row -> "key"))
                .hasMessageContaining("graph=bank, inputType=Row(f0: Long)");
        assertThatCode(() -> graph.openTransaction(ChangelogInput.retractions(rows)))
                .doesNotThrowAnyException();
    }

    @Test
    void rowsOfTheTableRuntimeNeedAReading() {
        TypeInformation<RowData> type = InternalTypeInfo.ofFields(new BigIntType());

        assertRefused(() -> GraphTypes.checkNoRows("bank", type))
                .hasMessageContaining("graph=bank")
                .hasMessageContaining("map org.apache.flink.table.data.RowData to it");
    }

    @Test
    void upsertsNeedTheOrderOfEntry() {
        DataStream<Row> rows = numbers.map(number -> Row.of(number)).returns(Types.ROW(Types.LONG));
        ChangelogInput<RowChange> upserts =
                ChangelogInput.upserts(rows, row -> row.<Long>getFieldAs(0));

        assertRefused(() -> TransactionalGraph.named("bank").openTransaction(upserts))
                .hasMessageContaining(
                        "elements of a key would not always take effect in their order")
                .hasMessageContaining("graph=bank, isolation=PL3. Set isolation(");
        assertThatCode(
                        () ->
                                TransactionalGraph.named("shop")
                                        .isolation(IsolationLevel.PL4)
                                        .openTransaction(upserts))
                .doesNotThrowAnyException();
    }

    @Test
    void changelogsHaveAStreamAndUpsertsAKey() {
        assertRefused(() -> ChangelogInput.insertOnly(null)).hasMessageContaining("argument=rows");
        assertRefused(() -> ChangelogInput.retractions(null)).hasMessageContaining("argument=rows");
        assertRefused(() -> ChangelogInput.upserts(null, row -> row.<Long>getFieldAs(0)))
                .hasMessageContaining("argument=rows");
    }

    @Test
    void closedGraphTakesNothingMore() {
        TransactionalStream<Long> stream = sum(open("bank"), SUM);
        stream.closeTransaction();

        assertRefused(() -> stream.filter(sum -> sum > 1))
                .hasMessageContaining("graph=bank, operation=filter")
                .hasMessageContaining("TransactionalGraph.closeTransaction(a, b)");
        assertRefused(() -> sum(stream, StateSpec.named("other", Long.class, Long.class)))
                .hasMessageContaining("operation=other");
        assertRefused(() -> stream.union(stream)).hasMessageContaining("operation=union");
        assertRefused(stream::closeTransaction).hasMessageContaining("operation=closeTransaction");
    }

    @Test
    void graphIsClosedWithAtLeastOneStream() {
        assertRefused(() -> TransactionalGraph.<Long>closeTransaction())
                .hasMessageContaining("no stream was given")
                .hasMessageContaining("Pass its leaf streams");
    }

    /** Nobody could tell whose elements are whose. */
    @Test
    void leavesHaveNamesOfTheirOwn() {
        TransactionalStream<Long> opened = open("bank");

        assertRefused(() -> TransactionalGraph.closeTransaction(opened.as("a"), opened.as("a")))
                .hasMessageContaining("has the name of another one, place=1, leaf=a");
        assertRefused(() -> opened.as("not a name")).hasMessageContaining("not a name");
    }

    /** Each result would hold the common elements twice. */
    @Test
    void leavesHaveNoElementsInCommon() {
        TransactionalStream<Long> opened = open("bank");
        TransactionalStream<Long> even = opened.filter(number -> number % 2 == 0);
        TransactionalStream<Long> odd = opened.filter(number -> number % 2 != 0);
        AccessedStream<Long, Long> sum = sum(odd, SUM);

        assertRefused(() -> TransactionalGraph.closeTransaction(sum, even, sum))
                .hasMessageContaining("in common")
                .hasMessageContaining("graph=bank, place=2, other=0. Pass each stream once");
        assertRefused(() -> TransactionalGraph.closeTransaction(opened, opened))
                .hasMessageContaining("graph=bank, place=1, other=0");
        assertRefused(() -> TransactionalGraph.closeTransaction(even.union(sum), sum))
                .hasMessageContaining("graph=bank, place=1, other=0");
        assertRefused(() -> TransactionalGraph.closeTransaction(odd, even.union(sum, odd)))
                .hasMessageContaining("graph=bank, place=1, other=0");
        assertThat(even.node().taps()).as("nothing is left behind").containsExactly(List.of());
        assertThat(sum.node().taps()).as("nothing is left behind").containsExactly(List.of());
        assertThatCode(() -> TransactionalGraph.closeTransaction(opened, even, odd, sum))
                .doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ what belongs together

    @Test
    void streamsOfTwoGraphsAreNotUnited() {
        TransactionalStream<Long> left = open("left");
        TransactionalStream<Long> right = open("right");

        assertRefused(() -> left.union(right))
                .hasMessageContaining("graph=left, other=right, operation=union")
                .hasMessageContaining("Close each t-graph by itself");
    }

    @Test
    void streamsOfTwoGraphsAreNotClosedTogether() {
        TransactionalStream<Long> left = open("left");
        TransactionalStream<Long> right = open("right");

        assertRefused(() -> TransactionalGraph.closeTransaction(left, right))
                .hasMessageContaining("graph=left, other=right, operation=closeTransaction")
                .hasMessageContaining("combine the results after it");
    }

    @Test
    void graphsOfAJobHaveNamesOfTheirOwn() {
        open("bank").closeTransaction();

        assertRefused(() -> open("bank"))
                .hasMessageContaining("graph=bank")
                .hasMessageContaining("a name of its own");
    }

    /** Flink would speak of a hash collision when the job is executed. */
    @Test
    void graphsOfAJobHaveUidsOfTheirOwn() {
        open("bank");
        TransactionalGraph shop = TransactionalGraph.named("shop").uidPrefix("bank");

        assertRefused(() -> shop.openTransaction(numbers))
                .hasMessageContaining("graph=shop, uidPrefix=bank")
                .hasMessageContaining("one of its own with uidPrefix(...)");
        assertThatCode(() -> shop.uidPrefix("shop").openTransaction(numbers))
                .doesNotThrowAnyException();
    }

    @Test
    void graphsOfTwoJobsMayHaveTheSameName() {
        sum(open("bank"), SUM).closeTransaction();
        environment.getStreamGraph();

        assertThatCode(() -> sum(open("bank"), SUM).closeTransaction()).doesNotThrowAnyException();
    }

    @Test
    void stateBelongsToOneGraph() {
        sum(open("left"), SUM);
        TransactionalStream<Long> right = open("right");

        assertRefused(() -> sum(right, SUM))
                .hasMessageContaining("another t-graph of the job accesses a state of this name")
                .hasMessageContaining("graph=right, state=sum")
                .hasMessageContaining("Unite the inputs of both before openTransaction")
                .hasMessageContaining("another name is another state");
    }

    /** Whoever takes another StateSpec instead reads initial values. */
    @Test
    void keyDoesNotFeedAnotherKeyOfItsState() {
        TransactionalStream<Long> once = sum(open("bank"), SUM);

        assertRefused(() -> sum(once, SUM))
                .hasMessageContaining("its operator would send to itself")
                .hasMessageContaining("graph=bank, state=sum")
                .hasMessageContaining("use transact, or emit an element for each in front of keyBy")
                .hasMessageContaining("make two transactions of it");
        assertRefused(() -> sum(once, numbers("sum")))
                .hasMessageContaining("this t-graph accesses a state of this name already")
                .hasMessageContaining("graph=bank, state=sum")
                .hasMessageContaining("another name is another state");
    }

    // ------------------------------------------------------------------ one key

    @Test
    void keyGoesOnToOneStateOnly() {
        AccessedStream<Long, Long> sum = sum(open("bank"), SUM);
        KeyedTransactionalStream<Long, Long> again = sum.sameKey();
        sum.sameKey().update(numbers("other"), Long::sum);

        assertRefused(sum::sameKey)
                .hasMessageContaining("graph=bank, lastState=other")
                .hasMessageContaining("key the elements again with keyBy");
        assertRefused(() -> again.update(numbers("third"), Long::sum))
                .hasMessageContaining("graph=bank, lastState=other");
        assertThatCode(() -> sum(open("shop"), numbers("third"))).doesNotThrowAnyException();
    }

    /** What is refused leaves nothing behind in the t-graph. */
    @Test
    void graphGoesOnAfterARefusal() {
        TransactionalStream<Long> opened = open("bank");
        AccessedStream<Long, Long> sum = sum(opened, SUM);
        assertRefused(() -> sum(opened, numbers("sum"))).hasMessageContaining("state=sum");
        assertRefused(() -> sum(sum, SUM)).hasMessageContaining("state=sum");
        assertRefused(() -> sum.sameKey().update(SUM, Long::sum)).hasMessageContaining("state=sum");
        TransactionalStream<Long> elsewhere = open("shop");
        assertRefused(() -> TransactionalGraph.closeTransaction(sum, elsewhere))
                .hasMessageContaining("other=shop");
        elsewhere.closeTransaction();

        sum.sameKey().update(numbers("other"), Long::sum).closeTransaction();

        assertRefused(() -> sum(opened, numbers("third"))).hasMessageContaining("it is closed");
        List<String> vertices = new ArrayList<>();
        environment
                .getStreamGraph()
                .getJobGraph()
                .getVertices()
                .forEach(v -> vertices.add(v.getName()));
        assertThat(vertices)
                .filteredOn(name -> name.startsWith("bank: sum"))
                .containsExactly("bank: sum, other");
    }

    @Test
    void streamThatGoesOnWithItsKeyHasNoOtherConsumer() {
        AccessedStream<Long, Long> sum = sum(open("bank"), SUM);
        AccessedStream<Long, Long> other = sum.sameKey().update(numbers("other"), Long::sum);

        assertRefused(() -> TransactionalGraph.closeTransaction(sum, other))
                .hasMessageContaining("Cannot branch stream")
                .hasMessageContaining("graph=bank, state=sum")
                .hasMessageContaining("keyBy instead of sameKey");
        assertThatCode(other::closeTransaction).doesNotThrowAnyException();
    }

    @Test
    void keyHasABoundedNumberOfStates() {
        AccessedStream<Long, Long> last = sum(open("bank"), SUM);
        for (int i = 1; i < 32; i++) {
            last = last.sameKey().update(numbers("s" + i), Long::sum);
        }

        assertRefused(last::sameKey).hasMessageContaining("graph=bank, lastState=s31, limit=32");
    }

    @Test
    void stateHasOneConstraint() {
        StateSpec<Long, Long> positive = SUM.constraint("positive", sum -> sum > 0);

        assertRefused(() -> positive.constraint("even", sum -> sum % 2 == 0))
                .hasMessageContaining("state=sum, constraint=positive")
                .hasMessageContaining("Join both conditions");
    }

    // ------------------------------------------------------------------ names

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "1st", "two words", "a.b", "a/b", "\u00e4"})
    void unfitNameIsRefused(String name) {
        assertRefused(() -> TransactionalGraph.named(name))
                .hasMessageContaining("Cannot name t-graph")
                .hasMessageContaining("name=" + name)
                .hasMessageContaining("Use a letter, then up to 63 letters");
        assertRefused(() -> StateSpec.named(name, Long.class, Long.class))
                .hasMessageContaining("Cannot name state")
                .hasMessageContaining("name=" + name);
    }

    @Test
    void nameHas64LettersAtMost() {
        assertThatCode(() -> TransactionalGraph.named("x".repeat(64))).doesNotThrowAnyException();
        assertRefused(() -> TransactionalGraph.named("x".repeat(65)));
    }

    @Test
    void logOfNothingIsRefused() {
        TransactionalStream<Long> stream =
                TransactionalGraph.named("bank")
                        .writeAheadLog(new FileLog("file:///tmp/log"))
                        .openTransaction(numbers);

        assertRefused(stream::closeTransaction)
                .hasMessageContaining("graph=bank")
                .hasMessageContaining("leave the log out")
                .hasMessageContaining("or access a state");
        assertThat(stream.node().taps()).as("nothing is left behind").containsExactly(List.of());
    }

    @Test
    void nameOfARefusedGraphIsFree() {
        Object number = new Object();

        assertRefused(
                        () ->
                                TransactionalGraph.named("bank")
                                        .openTransaction(numbers, element -> number.toString()))
                .hasMessageContaining("Cannot use transaction key in t-graph: it cannot be shipped")
                .hasMessageContaining("graph=bank, operation=openTransaction, function=");
        assertThatCode(() -> open("bank")).doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ the job

    @Test
    void atLeastOnceCheckpointsAreRefused() {
        Configuration sloppy = new Configuration();
        sloppy.set(
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                CheckpointingMode.AT_LEAST_ONCE);
        environment.configure(sloppy);
        open("bank").closeTransaction();

        assertRefused(environment::getStreamGraph)
                .hasMessageContaining("AT_LEAST_ONCE")
                .hasMessageContaining("EXACTLY_ONCE");
    }

    @Test
    void unalignedCheckpointsAreRefused() {
        Configuration unaligned = new Configuration();
        unaligned.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
        environment.configure(unaligned);
        open("bank").closeTransaction();

        assertRefused(environment::getStreamGraph)
                .hasMessageContaining("graph=bank")
                .hasMessageContaining("Set " + CheckpointingOptions.ENABLE_UNALIGNED.key());
    }

    /** Its checkpoints would all fail, each after results were seen. */
    @Test
    void changelogIsRefusedWithASnapshotThatTheJobDoesNotClaim() {
        Configuration changelog = new Configuration();
        changelog.set(StateChangelogOptions.ENABLE_STATE_CHANGE_LOG, true);
        changelog.set(StateRecoveryOptions.SAVEPOINT_PATH, "file:///savepoints/1");
        environment.configure(changelog);
        open("bank").closeTransaction();

        assertRefused(environment::getStreamGraph)
                .hasMessageContaining("graph=bank, snapshot=file:///savepoints/1")
                .hasMessageContaining("Set " + StateRecoveryOptions.RESTORE_MODE.key() + "=CLAIM");
    }

    @Test
    void changelogMayClaimItsSnapshot() {
        Configuration changelog = new Configuration();
        changelog.set(StateChangelogOptions.ENABLE_STATE_CHANGE_LOG, true);
        changelog.set(StateRecoveryOptions.SAVEPOINT_PATH, "file:///savepoints/1");
        changelog.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
        environment.configure(changelog);
        open("bank").closeTransaction();

        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    @Test
    void changelogMayStartWithoutASnapshot() {
        Configuration changelog = new Configuration();
        changelog.set(StateChangelogOptions.ENABLE_STATE_CHANGE_LOG, true);
        environment.configure(changelog);
        open("bank").closeTransaction();

        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    @Test
    void recoveryOfSingleTasksIsRefused() {
        Configuration approximate = new Configuration();
        approximate.set(StateRecoveryOptions.APPROXIMATE_LOCAL_RECOVERY, true);
        environment.configure(approximate);
        open("bank").closeTransaction();

        assertRefused(environment::getStreamGraph)
                .hasMessageContaining("graph=bank")
                .hasMessageContaining(
                        "Set " + StateRecoveryOptions.APPROXIMATE_LOCAL_RECOVERY.key());
    }

    @ParameterizedTest
    @EnumSource(names = {"BATCH", "AUTOMATIC"})
    void batchModeIsRefused(RuntimeExecutionMode mode) {
        environment.setRuntimeMode(mode);
        open("bank").closeTransaction();

        assertRefused(environment::getStreamGraph)
                .hasMessageContaining("graph=bank")
                .hasMessageContaining("setRuntimeMode(RuntimeExecutionMode.STREAMING)");
    }

    // ------------------------------------------------------------------ parts

    private TransactionalStream<Long> open(String graph) {
        return TransactionalGraph.named(graph).openTransaction(numbers);
    }

    private static StateSpec<Long, Long> numbers(String name) {
        return StateSpec.named(name, Long.class, Long.class);
    }

    private static AccessedStream<Long, Long> sum(
            TransactionalStream<Long> stream, StateSpec<Long, Long> state) {
        return stream.keyBy(number -> number).update(state, Long::sum);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable mistake) {
        return assertThatThrownBy(mistake).isInstanceOf(InvalidGraphException.class);
    }
}
