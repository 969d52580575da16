/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.OrderedGraph;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalGraphOptions;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Commands of an order take effect in their order, if the t-graph is opened in that way. */
class OrderedByITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COMMANDS = 20_000;
    private static final int ORDERS = 7;

    /** How many commands an order has had. */
    private static final StateSpec<Integer, Long> STEPS =
            StateSpec.named("steps", Integer.class, Long.class).initialValue(0L);

    /**
     * A command.
     *
     * @param order which it is about
     * @param step its place among those of the order, from 0
     */
    public record Command(int order, long step) {
        static Command numbered(long number) {
            return new Command((int) (number % ORDERS), number / ORDERS);
        }
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void commandsOfAnOrderTakeEffectInTheirOrder(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Command>> results =
                EmbeddedFlink.collect(
                        checked(
                                        graph().concurrencyControl(control)
                                                .orderedBy(Command::order)
                                                .openTransaction(commands()))
                                .closeTransaction());

        assertThat(results).hasSize(COMMANDS).noneMatch(TransactionResult::isAborted);
    }

    @Test
    void keepsTheOrderOfSeveralEntrances() throws Exception {
        DataStream<Command> commands = commands();
        OrderedGraph<Command> ordered = graph().orderedBy(Command::order, Integer.class);
        TransactionalStream<Command> even = ordered.openTransaction("even", ofParity(commands, 0));
        TransactionalStream<Command> odd =
                ordered.openTransaction("odd", ofParity(commands, 1), Command::toString);

        List<TransactionResult<Command>> results =
                EmbeddedFlink.collect(checked(even.union(odd)).closeTransaction());

        assertThat(results).hasSize(COMMANDS).noneMatch(TransactionResult::isAborted);
    }

    @Test
    void anotherLevelIsRefused() {
        OrderedGraph<Command> ordered =
                graph().isolation(IsolationLevel.PL3).orderedBy(Command::order);

        assertThatThrownBy(() -> ordered.openTransaction(commands()))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining("elements of a key would not always take effect in their")
                .hasMessageContaining("graph=orders, isolation=PL3. Set isolation(");
    }

    /** What the program says goes before the configuration. */
    @Test
    void aLevelOfTheConfigurationIsNotTheProgram() {
        Configuration configured =
                new Configuration()
                        .set(TransactionalGraphOptions.isolation("orders"), IsolationLevel.PL3);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, configured);

        assertThat(graph().orderedBy(Command::order).openTransaction(commands(environment)))
                .isNotNull();
    }

    @Test
    void unfitKeyIsRefused() {
        OrderedGraph<Command> ordered = graph().orderedBy(command -> new long[] {command.step()});

        assertThatThrownBy(() -> ordered.openTransaction(commands()))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining("cannot be ordered by a key of this type")
                .hasMessageContaining("graph=orders, keyType=");
    }

    private static TransactionalGraph graph() {
        return TransactionalGraph.named("orders");
    }

    /** Aborts whatever does not come next. */
    private static TransactionalStream<Command> checked(TransactionalStream<Command> commands) {
        return commands.keyBy(Command::order)
                .apply(
                        STEPS,
                        (steps, command, transaction) -> {
                            if (steps.get() != command.step()) {
                                transaction.abort("out of order", "next", steps.get());
                            }
                            steps.set(steps.get() + 1);
                            transaction.emit(command);
                        },
                        Command.class);
    }

    private static DataStream<Command> ofParity(DataStream<Command> commands, int parity) {
        return commands.filter(command -> command.order() % 2 == parity)
                .setParallelism(commands.getParallelism());
    }

    private static DataStream<Command> commands() {
        return commands(EmbeddedFlink.environment(2));
    }

    /**
     * Several subtasks bring them, and each brings all commands of an order. As they are more than
     * the coordinators, Flink would deal the commands out without a key.
     */
    private static DataStream<Command> commands(StreamExecutionEnvironment environment) {
        return environment
                .fromSequence(0, COMMANDS - 1)
                .setParallelism(1)
                .map(Command::numbered)
                .returns(Command.class)
                .setParallelism(1)
                .keyBy(Command::order)
                .filter(command -> true)
                .setParallelism(3);
    }
}
