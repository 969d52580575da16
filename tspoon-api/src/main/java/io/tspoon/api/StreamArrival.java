/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.call.Procedure;
import io.tspoon.flink.EntranceVertices;
import io.tspoon.runtime.batch.BatchRule;
import io.tspoon.runtime.plan.BatchPlan;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.ReadSettings;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * A stream whose elements are to come into a t-graph.
 *
 * @param entrance name of the entrance by which they come; empty if it has none
 * @param input the stream
 * @param transactionKey gives the key of an element's transaction; null if there are no keys
 * @param ordered whether elements that come from one subtask of the stream to one coordinator must
 *     take effect in their order
 * @param batches how elements become batches; null if each is a transaction
 */
record StreamArrival<T>(
        String entrance,
        DataStream<T> input,
        @Nullable KeySelector<T, String> transactionKey,
        boolean ordered,
        @Nullable Batches<? super T> batches)
        implements Arrival<T> {
    /** A stream of which each element is a transaction. */
    StreamArrival(
            String entrance,
            DataStream<T> input,
            @Nullable KeySelector<T, String> transactionKey,
            boolean ordered) {
        this(entrance, input, transactionKey, ordered, null);
    }

    @Override
    public StreamExecutionEnvironment environment() {
        return input.getExecutionEnvironment();
    }

    @Override
    public TypeInformation<T> type() {
        return ValueTypes.of(input.getType());
    }

    @Override
    public void check(GraphSettings settings, boolean kryoAllowed) {
        String graph = settings.graph();
        GraphChecks.checkOrder(settings, ordered);
        checkOutcomes(settings);
        BatchChecks.check(settings, this);
        GraphTypes.checkInput(environment(), graph, input.getType(), kryoAllowed);
        FunctionChecks.clean(
                environment(), graph, "openTransaction", "transaction key", transactionKey);
    }

    /** Refuses a stream whose transactions cannot be asked for if others have set that they can. */
    private void checkOutcomes(GraphSettings settings) {
        ReadSettings reading = settings.read();
        if (batches == null
                && reading != null
                && reading.outcomeMs() > 0
                && transactionKey == null) {
            throw new InvalidGraphException(
                    "[TSP-1027] Cannot open t-graph: it retains outcomes, which are asked for by"
                            + " the key of a transaction, and there are no keys, graph="
                            + settings.graph()
                            + (entrance.isEmpty() ? "" : ", entrance=" + entrance)
                            + ", outcome-retention="
                            + reading.outcomeMs()
                            + " ms. Pass a key: openTransaction(transfers, Transfer::id).");
        }
    }

    @Override
    public boolean isByContent(GraphSettings settings) {
        return settings.regime().isLogged() && transactionKey == null;
    }

    @Override
    public GraphBuilder.Opened<T> open(GraphBuilder.Opening opening) {
        return entrance.isEmpty() ? opening.forOne(this) : opening.forSeveral(this);
    }

    @Override
    public InputSpread enter(
            EntranceVertices vertices,
            GraphSettings settings,
            InputSpread spread,
            TypeSerializer<T> written) {
        InputSpread own = Spread.ofSeveral(settings, this);
        vertices.add(entrance, Spread.spread(input, own, written), type());
        return own;
    }

    @Override
    @SuppressWarnings("unchecked") // the rule is given elements of this stream alone
    public Optional<BatchPlan> batches(int number, InputSpread spread, TypeSerializer<T> elements) {
        return Optional.ofNullable(batches)
                .map(
                        each ->
                                new BatchPlan(
                                        number,
                                        entrance,
                                        (BatchRule<Object>) each.rule(),
                                        each.most(),
                                        each.isRejecting(),
                                        spread,
                                        (TypeSerializer<Object>) elements));
    }

    @Override
    public Optional<Procedure> procedure() {
        return Optional.empty();
    }
}
